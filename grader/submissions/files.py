"""What a hand-in holds: its files as records, what is taken of it, and how much at most.

`disk.py` reads a hand-in from files and folders, `zips.py` unpacks one. What cannot be read is
`Refused` with a sentence for the student.
"""

from __future__ import annotations

import hashlib
from pathlib import Path, PurePosixPath
from typing import NamedTuple

MAX_FILE = 10_000_000
"""Bytes of one file; from here on it is refused."""
MAX_ARCHIVE = 50_000_000
"""Bytes of a zip archive, and of all the source files of one hand-in together."""
MAX_MEMBERS = 2_000
"""Files and folders in one hand-in."""
MAX_DEPTH = 20
"""Folders within folders."""

SOURCES = (".py", ".ipynb")
ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".rar", ".7z")

# What systems and tools leave behind. A virtual environment is nobody's answer.
_CLUTTER = {
    "__macosx",
    "__pycache__",
    "thumbs.db",
    "desktop.ini",
    "venv",
    "env",
    "node_modules",
    "site-packages",
}


class Fault(NamedTuple):
    """A named error about a hand-in or a file of it: what is wrong, and what to do."""

    where: str
    sentence: str
    exercise: str = ""
    """The exercise that was to be answered there, where that is known."""


class RawFile(NamedTuple):
    """One source file of a hand-in, undecoded; `name` is relative to the hand-in, with slashes."""

    name: str
    data: bytes

    @property
    def suffix(self) -> str:
        return PurePosixPath(self.name).suffix.lower()

    @property
    def stem(self) -> str:
        return PurePosixPath(self.name).stem


class Contents(NamedTuple):
    """The source files of a hand-in in order of name, and what was wrong with the others."""

    files: tuple[RawFile, ...]
    faults: tuple[Fault, ...] = ()
    archives: tuple[Path, ...] = ()
    """Zip archives that lie in a folder; they are named as faults by whoever does not open them."""

    def digest(self) -> str:
        """SHA-256 over each file in order of name: `LENGTH NAME LENGTH BYTES`, lengths in decimal.

        A folder and its zip have the same digest. Empty when nothing could be read.
        """
        if not self.files:
            return ""
        whole = hashlib.sha256()
        for file in sorted(self.files, key=lambda file: file.name):
            name = file.name.encode("utf-8", "surrogatepass")
            whole.update(b"%d %s %d " % (len(name), name, len(file.data)))
            whole.update(file.data)
        return whole.hexdigest()


class Refused(Exception):
    """A hand-in or a file cannot be read.

    The message is a sentence for the student. `ours` is true where the reason lies with the
    grader's machine (no file descriptors, a failing disk): no grade may be made of that.
    """

    def __init__(self, sentence: str, *, ours: bool = False) -> None:
        super().__init__(sentence)
        self.ours = ours

    def fault(self, where: str) -> Fault:
        return Fault(where, str(self))


def is_clutter(name: str) -> bool:
    """Whether a file or folder of this name is no part of a hand-in (hidden, a cache, a backup)."""
    return (
        name.startswith((".", "~$"))
        or name.endswith("~")
        or (name.startswith("#") and name.endswith("#"))
        or name.casefold() in _CLUTTER
    )


def is_left_behind(name: str) -> bool:
    """Whether systems left it behind; a student whose name begins with a dot is none of that."""
    return is_clutter(name) and "_assignsubmission_" not in name


def without_top_folder(contents: Contents) -> Contents:
    """The same files, named from the first folder that holds more than one other folder.

    A package (a folder with an `__init__.py`) keeps its name: its modules are imported by it.
    """
    files = contents.files
    while files:
        tops = {file.name.partition("/")[0] for file in files}
        top = min(tops)
        if len(tops) > 1 or any("/" not in file.name for file in files):
            break
        if any(file.name == f"{top}/__init__.py" for file in files):
            break
        files = tuple(RawFile(file.name.partition("/")[2], file.data) for file in files)
    return Contents(files, contents.faults, contents.archives)


def not_opened(suffix: str) -> str:
    """The sentence about an archive inside a hand-in."""
    return (
        f"a {suffix} archive inside a hand-in is not opened: "
        "hand in its files themselves, in a folder or in one zip"
    )


def too_large(limit: int) -> str:
    """The sentence about a file or a hand-in of `limit` bytes or more."""
    return (
        f"this has {limit // 1_000_000} MB or more: "
        "leave out data and recordings, clear the outputs of a notebook, and hand it in again"
    )


def too_many(what: str, most: int = MAX_MEMBERS) -> str:
    """The sentence about `what` ("a folder", "an archive"), of more than `most` files."""
    return (
        f"{what} may hold at most {most:,} files, and this one holds more: "
        "hand in only the files of the exercises"
    )
