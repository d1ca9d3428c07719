"""What a layout sees, a download by its names, and what it makes of them: whose is which file.

A layout is a function from a `Tree` to an `Arrangement`, or None where it does not know the names.
It judges names alone; nothing of a hand-in is opened. A folder and a zip that was not unpacked look
alike. What systems leave behind is not in a tree, and names are those on disk or in the archive.
"""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from grader.submissions.files import MAX_DEPTH, Fault, Refused, is_left_behind, read_regular
from grader.submissions.student_id import KINDS
from grader.submissions.zips import Archive


class Tree:
    """A folder: its name, its files and folders in order of name, and what is below.

    place: where it lies below the top, with slashes; empty for the top. entries: each name, and
    whether it is a folder. below: one of its folders. holds: whether one of its folders has an
    entry of a name, a hidden one too. read: the bytes of a file, fewer than a limit; raises
    `Refused`.
    """

    def __init__(
        self,
        name: str,
        place: str,
        entries: Mapping[str, bool],
        below: Callable[[str], Tree],
        holds: Callable[[str, str], bool],
        read: Callable[[str, int], bytes],
    ) -> None:
        self.name, self.place = name, place
        seen = sorted(entry for entry in entries if entry and not is_left_behind(entry))
        self.files = tuple(entry for entry in seen if not entries[entry])
        self.folders = tuple(entry for entry in seen if entries[entry])
        self.below, self.holds, self.read = below, holds, read


def tree_of_folder(path: Path, place: str = "") -> Tree:
    """A folder on disk. Raises OSError if it cannot be listed."""
    with os.scandir(path) as found:
        entries = {entry.name: entry.is_dir() for entry in found}

    def below(name: str) -> Tree:
        inner = f"{place}/{name}".strip("/")
        try:
            return tree_of_folder(path / name, inner)
        except OSError:  # what cannot be listed holds nothing
            return tree_of_branch({}, inner, None)

    def holds(folder: str, name: str) -> bool:
        return os.path.lexists(path / folder / name)

    def read(file: str, limit: int) -> bytes:
        return read_regular(path / file, limit)

    return Tree(path.resolve().name, place, entries, below, holds, read)


Branch: TypeAlias = "dict[str, Branch | zipfile.ZipInfo]"
"""A folder of an archive: what is in it by name."""


def tree_of_archive(archive: Archive) -> Tree:
    """What is in an archive, as folders in folders; names that are too deep are left out."""
    top: Branch = {}
    for name, member in archive.members.items():
        *folders, last = name.split("/")
        if len(folders) > MAX_DEPTH:
            continue
        here = top
        for folder in folders:
            inner = here.setdefault(folder, {})
            if not isinstance(inner, dict):  # a file and a folder of one name
                inner = here[folder] = {}
            here = inner
        if last:
            here.setdefault(last, member)
    return tree_of_branch(top, "", archive)


def tree_of_branch(branch: Branch, place: str, archive: Archive | None) -> Tree:
    """A folder of an archive; its members are read when they are asked for."""

    def inside(name: str) -> Branch:
        inner = branch.get(name)
        return inner if isinstance(inner, dict) else {}

    def below(name: str) -> Tree:
        return tree_of_branch(inside(name), f"{place}/{name}".strip("/"), archive)

    def read(file: str, limit: int) -> bytes:
        member = branch.get(file)
        if not isinstance(member, zipfile.ZipInfo) or archive is None:
            raise Refused("no such file")
        return archive.read(member, limit)

    entries = {name: isinstance(entry, dict) for name, entry in branch.items()}
    name = place.rpartition("/")[2]
    return Tree(name, place, entries, below, lambda f, n: n in inside(f), read)


@dataclass(frozen=True, slots=True)
class Part:
    """A file or folder of a hand-in: where it lies, and its name without a platform's additions."""

    place: str
    name: str


@dataclass(frozen=True, slots=True)
class HandIn:
    """What one student handed in.

    who: what the platform calls the student; number: what it tells namesakes apart by. identity:
    what else it says of the student (`name`, `email`, `sid`), and `handed_in`, a time.
    """

    who: str
    number: str
    parts: tuple[Part, ...]
    flags: tuple[str, ...] = ()
    identity: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A whole download: its hand-ins, and what is nobody's, with the reason."""

    layout: str
    hand_ins: tuple[HandIn, ...]
    strays: tuple[Fault, ...] = ()


Layout: TypeAlias = Callable[[Tree, bool], Arrangement | None]
"""`arrange(tree, forced)`; forced: the layout was asked for, and what does not fit is a stray."""


Matches: TypeAlias = list[tuple[str, re.Match[str]]]


def sorted_out(
    tree: Tree, pattern: re.Pattern[str], forced: bool
) -> tuple[list[tuple[str, Matches]], list[str]] | None:
    """Entries that the pattern matches, by the student's number in it, and those that it does not;
    None if that is in doubt.

    It is in doubt if nothing matches, or if something does not that could be a hand-in.
    """
    found, strays = dict[str, Matches](), list[str]()
    for name in (*tree.folders, *tree.files):
        if match := pattern.fullmatch(name):
            found.setdefault(match["number"].casefold(), []).append((name, match))
        else:
            strays.append(name)
    doubtful = any(can_be_handed_in(tree, name) for name in strays)
    if not found or (doubtful and not forced):
        return None
    return sorted(found.items()), strays


def can_be_handed_in(tree: Tree, name: str) -> bool:
    """Whether an entry could be somebody's hand-in: a folder, or a file of a kind that is read."""
    return name in tree.folders or PurePosixPath(name).suffix.lower() in KINDS


def nobodys(tree: Tree, names: Iterable[str], why: str) -> tuple[Fault, ...]:
    """A fault for each entry that is no student's."""
    return tuple(
        Fault(place(tree, name), f"{why}; it belongs to no student and was left out")
        for name in names
    )


def place(tree: Tree, name: str) -> str:
    """Where an entry of the tree lies below the top."""
    return f"{tree.place}/{name}".strip("/")


def time_of(text: str) -> datetime | None:
    """The moment that a platform wrote; None without a zone, which could be any of 24 hours."""
    match = re.fullmatch(
        r"(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s*(Z|[+-]\d\d:?\d\d|[A-Za-z_/+-]+)",
        text.strip(),
    )
    if match is None:
        return None
    day, clock, zone = match.groups()
    try:
        if zone[0] in "+-" or zone == "Z":
            return datetime.fromisoformat(f"{day}T{clock}{zone}")
        return datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=ZoneInfo(zone))
    except (ValueError, ZoneInfoNotFoundError, OSError):
        return None
