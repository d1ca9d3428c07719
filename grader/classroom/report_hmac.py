"""A report's HMAC: a file alone can be told genuine or edited, long after the hand-in is gone.

What one can do with it:

* write a report's data with the HMAC of all the rest (`with_hmac`);
* read a report's text and say whether it is as it was written (`verdict_on`);
* say what differs between two reports' data, field by field (`differences`).

The key is derived from the secret that hidden inputs are drawn from, and gives nothing of it away.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal, TypeAlias, TypeGuard

from grader.course.digest import fingerprint
from grader.errors import Exit
from grader.judging.as_json import object_in
from grader.judging.report import ReportError

FIELD = "hmac"
Verdict: TypeAlias = Literal["genuine", "edited", "other secret", "no hmac"]


class EditedError(ReportError):
    """A report that nobody but an editor can have written; the message says why."""

    code: ClassVar[Exit] = Exit.FAILED


def key_of(secret: bytes) -> str:
    """The key that reports are signed with: the secret's fingerprint and hex digits."""
    digits = hmac.new(secret, b"topograde reports", hashlib.sha256).hexdigest()
    return f"{fingerprint(secret)}:{digits}"


def with_hmac(data: Mapping[str, object], key: str) -> dict[str, object]:
    """The data with its HMAC; without one if there is no key."""
    if not key:
        return dict(data)
    name, _, digits = key.partition(":")
    code = hmac.new(bytes.fromhex(digits), _canonical(data), hashlib.sha256).hexdigest()
    return {**data, FIELD: {"secret": name, "sha256": code}}


def verdict_on(data: Mapping[str, object], secret: bytes) -> Verdict:
    """Whether the data of a report are as they were written with this secret."""
    written = data.get(FIELD)
    if not isinstance(written, Mapping):
        return "no hmac"
    right = object_in(
        with_hmac({k: v for k, v in data.items() if k != FIELD}, key_of(secret))[FIELD]
    )
    if hmac.compare_digest(str(written.get("sha256")).encode(), str(right["sha256"]).encode()):
        return "genuine" if written == right else "edited"
    return "edited" if written.get("secret") == right["secret"] else "other secret"


def parsed(text: str) -> dict[str, object]:
    """The data in a report's text. Raises `ReportError`, or `EditedError` for a field twice."""
    try:
        data = json.loads(text, object_pairs_hook=_object)
    except EditedError:
        raise
    except (ValueError, RecursionError) as error:
        raise ReportError(f"this is not a report: it is not JSON ({error})") from error
    if not isinstance(data, dict):
        raise ReportError("this is not a Topograde report: it has no `schema`")
    return data


def differences(
    old: object, new: object, place: tuple[str, ...] = ()
) -> Iterator[tuple[str, object, object]]:
    """Each field that differs: where it is, what it was, what it is now; None if it is missing.

    Exercises and checks are told by their ids, whatever their order.
    """
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for name in {**old, **new}:
            yield from differences(old.get(name), new.get(name), (*place, str(name)))
    elif _have_ids(old) and _have_ids(new):
        yield from differences(_by_id(old), _by_id(new), place)
    elif old != new or type(old) is not type(new):
        yield _called(place), old, new


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, _ in pairs if sum(name == n for n, _ in pairs) > 1)
        raise EditedError(f"edited: the field {twice!r} is there twice")
    return found


def _canonical(data: Mapping[str, object]) -> bytes:
    """One text for equal data, whatever its layout; in ASCII, so broken characters have one too."""
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode()


def _have_ids(item: object) -> TypeGuard[list[Mapping[str, object]]]:
    if not isinstance(item, list) or not all(isinstance(i, Mapping) and "id" in i for i in item):
        return False
    return len({str(i["id"]) for i in item}) == len(item)


def _by_id(items: list[Mapping[str, object]]) -> dict[str, object]:
    return {str(item["id"]): {k: v for k, v in item.items() if k != "id"} for item in items}


def _called(place: tuple[str, ...]) -> str:
    """A field as a person calls it: `total`, `doubling score`, `doubling/double outcome`."""
    names = [name for name in place if name not in ("exercises", "checks")]
    if len(place) == 1:
        return {"score": "total", "max_score": "most points"}.get(place[0], place[0])
    if place[0] == "exercises":
        ids = 2 if "checks" in place else 1
        return " ".join(["/".join(names[:ids]), ".".join(names[ids:])]).strip()
    return ".".join(names)
