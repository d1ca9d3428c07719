"""The secret from which hidden inputs are drawn: where it comes from, and how it is kept.

A report's HMAC says whether a file is as it was written, long after the hand-in is gone. Its key
comes from the secret, and gives nothing of it away.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeAlias

from grader.classroom.output_files import PRIVATE, prepare_folder, write_text
from grader.errors import TopogradeError
from grader.text import fingerprint

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


VARIABLE = "TOPOGRADE_SECRET"
BYTES = 32
LEAST = 8


class SecretError(TopogradeError):
    """The secret cannot be had; the message says why and what to do."""


def find_secret(file: Path | None, out: Path | None) -> bytes:
    """The secret: of `file`, of the environment, or of `out/.secret`, which is made if need be.

    Without `out` a secret for this run only is made.
    """
    if file is not None:
        return _secret_in(file)
    given = os.environ.get(VARIABLE)
    if given:
        return _checked(given.encode().strip(), f"${VARIABLE}")
    if out is None:
        return secrets.token_hex(BYTES).encode()
    kept = out / ".secret"
    return _secret_in(kept) if kept.exists() else _make(kept)


def _secret_in(file: Path) -> bytes:
    try:
        secret = file.read_bytes().strip()
    except OSError as error:
        raise SecretError(f"the secret could not be read from {file}: {error.strerror}") from error
    return _checked(secret, str(file))


def _checked(secret: bytes, where: str) -> bytes:
    if len(secret) < LEAST:
        raise SecretError(
            f"{where} holds {len(secret)} bytes; a secret has at least {LEAST}. "
            "Make one with: head -c 32 /dev/urandom | base64"
        )
    return secret


def _make(file: Path) -> bytes:
    secret = secrets.token_hex(BYTES)
    prepare_folder(file.parent)
    write_text(file, f"{secret}\n", PRIVATE)
    return secret.encode()
