"""A report's HMAC: whether a file is as it was written, long after the hand-in is gone.

The key comes from the secret that hidden inputs are drawn from, and gives nothing of it away.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from typing import Literal, TypeAlias

from grader.course.digest import fingerprint

FIELD = "hmac"
Verdict: TypeAlias = Literal["genuine", "edited", "other secret", "no hmac"]


def key_of(secret: bytes) -> str:
    """The key that reports are signed with: the secret's fingerprint and hex digits."""
    digits = hmac.new(secret, b"topograde reports", hashlib.sha256).hexdigest()
    return f"{fingerprint(secret)}:{digits}"


def with_hmac(data: Mapping[str, object], key: str) -> dict[str, object]:
    """The data with its HMAC; without one if there is no key."""
    if not key:
        return dict(data)
    name, _, digits = key.partition(":")
    # Equal data have one text, whatever their layout; in ASCII, so broken characters have one too.
    text = json.dumps(data, sort_keys=True, separators=(",", ":")).encode()
    code = hmac.new(bytes.fromhex(digits), text, hashlib.sha256).hexdigest()
    return {**data, FIELD: {"secret": name, "sha256": code}}


def verdict_on(data: Mapping[str, object], secret: bytes) -> Verdict:
    """Whether the data of a report are as they were written with this secret."""
    written = data.get(FIELD)
    if not isinstance(written, Mapping):
        return "no hmac"
    rest = {name: value for name, value in data.items() if name != FIELD}
    if written == with_hmac(rest, key_of(secret))[FIELD]:
        return "genuine"
    return "edited" if written.get("secret") == fingerprint(secret) else "other secret"
