"""What a course is, in twelve hex digits: two grades can be compared if theirs are the same."""

from __future__ import annotations

import hashlib
from pathlib import Path

DIGITS = 12


def course_digest(toml: bytes, folder: Path) -> str:
    """The digest of a course.toml and of the checks that go with it, in their folder."""
    digest = hashlib.sha256(b"topograde course\0" + toml)
    for path in sorted(folder.rglob("*.py")):
        digest.update(f"\0{path.relative_to(folder).as_posix()}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:DIGITS]


def fingerprint(secret: bytes) -> str:
    """The first 8 hex digits of the secret's SHA-256: names it without giving it away."""
    return hashlib.sha256(secret).hexdigest()[:8]
