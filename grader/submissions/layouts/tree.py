"""What a download holds, by name: the same view of a folder and of a zip that was not unpacked.

What systems leave behind is not in it, and names are those on disk or in the archive, unjudged.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from grader.submissions.files import MAX_DEPTH, Refused, is_left_behind, read_regular
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
