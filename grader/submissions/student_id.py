"""A student's id is what a hand-in is called, and it is hostile until shown otherwise."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePosixPath

from grader.text import printable

KINDS = (".py", ".ipynb", ".zip")
"""Suffixes of a file that can be handed in, in lower case."""

MAX_NAME = 60
"""Characters of an id that are kept in a report's name."""

_RESERVED = re.compile(
    r"(?i)(index|grades|instructor|(con|prn|aux|nul|com\d|lpt\d)(\..*)?)\Z"
)  # our own files in the output folder, and Windows' device names
_HASHED = re.compile(r"(?i).*-[0-9a-f]{12}\Z")


def student_id(path: Path, is_folder: bool) -> str:
    """The id of the student who handed in `path`: its stem, composed (NFC) and printable.

    A folder keeps its dots (`j.doe` is a name and not a stem), unless what follows the last one is
    the suffix of a file that can be handed in: unpackers make folders named `ada.zip`.
    """
    name = path.name
    if not is_folder or path.suffix.lower() in KINDS:
        name = path.stem
    return printable(unicodedata.normalize("NFC", name)) or "student"


def same_student(student: str) -> str:
    """A key that is equal for ids which a file system may hold to be one name."""
    return unicodedata.normalize("NFC", student.casefold())


def distinct_ids(paths: Sequence[Path], taken: Iterable[str]) -> list[str]:
    """An id for each of several hand-ins of one student, unlike one another and unlike `taken`.

    Their full names (`ada.py`, `ada.ipynb`); with their folders before them if these are equal
    (`group-1/ada.py`), and with a number behind them where that is taken too.
    """
    used = set(map(same_student, taken))
    names = [printable(unicodedata.normalize("NFC", path.name)) for path in paths]
    if len({same_student(name) for name in names}) < len(names):
        names = [
            str(PurePosixPath(printable(path.absolute().parent.name), name))
            for path, name in zip(paths, names, strict=True)
        ]
    return [free_id(name, used) for name in names]


def free_id(wanted: str, taken: set[str]) -> str:
    """The id, with a number behind it if it is taken. taken: keys (`same_student`); it gets this
    one's too."""
    student, number = wanted, 1
    while same_student(student) in taken:
        number += 1
        student = f"{wanted} #{number}"
    taken.add(same_student(student))
    return student


def safe_name(student: str) -> str:
    """A file name (without suffix) for the reports of any id whatever.

    Only `A-Z a-z 0-9 . _ -` are kept, letters without their accents; the name is never empty,
    hidden, longer than 80 characters, a device of Windows or one of our own files. An id that had
    to be changed gets the first 12 hex digits of its SHA-256 behind a hyphen, and so does an id
    that ends as if it had been: distinct ids have distinct names.
    """
    bare = "".join(
        c for c in unicodedata.normalize("NFKD", student) if not unicodedata.combining(c)
    )
    kept = re.sub(r"[^A-Za-z0-9._-]+", "-", bare)[:MAX_NAME].strip(".-")
    if kept == student and kept and not _RESERVED.match(kept) and not _HASHED.match(kept):
        return kept
    digest = hashlib.sha256(student.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    if not kept or _RESERVED.match(kept):
        kept = f"student-{kept}".strip(".-")
    return f"{kept}-{digest}"
