"""What a download holds, by name: the same view of a folder and of a zip that was not unpacked.

What systems leave behind is not in it, and names are those on disk or in the archive, unjudged.
"""

from __future__ import annotations

import os
import zipfile
from pathlib import Path
from typing import Protocol, TypeAlias

from grader.submissions.files import MAX_DEPTH, Refused, is_left_behind, read_regular
from grader.submissions.zips import Archive


class Tree(Protocol):
    """A folder: its name, its files and folders in order of name, and what is below."""

    @property
    def name(self) -> str:
        """The folder's own name; empty for the top of an archive."""

    @property
    def place(self) -> str:
        """Where it lies below the top, with slashes; empty for the top."""

    @property
    def files(self) -> tuple[str, ...]:
        """Names of the files in it."""

    @property
    def folders(self) -> tuple[str, ...]:
        """Names of the folders in it."""

    def below(self, folder: str) -> Tree:
        """One of its folders."""

    def holds(self, folder: str, name: str) -> bool:
        """Whether one of its folders has an entry of this name, a hidden one too."""

    def read(self, file: str, limit: int) -> bytes:
        """The bytes of one of its files, fewer than `limit`. Raises `Refused`."""


class FolderTree:
    """A folder on disk. Raises OSError if it cannot be listed."""

    def __init__(self, path: Path, place: str = "") -> None:
        self.path = path
        self.place = place
        self.name = path.resolve().name
        files: list[str] = []
        folders: list[str] = []
        with os.scandir(path) as found:
            for entry in found:
                if not is_left_behind(entry.name):
                    kind = folders if entry.is_dir() else files
                    kind.append(entry.name)
        self.files = tuple(sorted(files))
        self.folders = tuple(sorted(folders))

    def below(self, folder: str) -> Tree:
        """One of its folders; empty if it cannot be listed."""
        place = f"{self.place}/{folder}".strip("/")
        try:
            return FolderTree(self.path / folder, place)
        except OSError:
            return ZipTree({}, place)

    def holds(self, folder: str, name: str) -> bool:
        """Whether one of its folders has an entry of this name, a hidden one too."""
        return os.path.lexists(self.path / folder / name)

    def read(self, file: str, limit: int) -> bytes:
        """The bytes of one of its files. Raises `Refused`."""
        return read_regular(self.path / file, limit)


class ZipTree:
    """A folder in an archive, made of its members' names; members are read on demand."""

    def __init__(self, branch: Branch, place: str = "", archive: Archive | None = None) -> None:
        self.place = place
        self.name = place.rpartition("/")[2]
        self._branch = branch
        self._archive = archive
        seen = sorted(name for name in branch if name and not is_left_behind(name))
        self.files = tuple(name for name in seen if not isinstance(branch[name], dict))
        self.folders = tuple(name for name in seen if isinstance(branch[name], dict))

    def below(self, folder: str) -> Tree:
        """One of its folders."""
        inner = self._branch.get(folder)
        place = f"{self.place}/{folder}".strip("/")
        return ZipTree(inner if isinstance(inner, dict) else {}, place, self._archive)

    def holds(self, folder: str, name: str) -> bool:
        """Whether one of its folders has an entry of this name, a hidden one too."""
        inner = self._branch.get(folder)
        return isinstance(inner, dict) and name in inner

    def read(self, file: str, limit: int) -> bytes:
        """The bytes of a member, fewer than `limit`. Raises `Refused`."""
        member = self._branch.get(file)
        if not isinstance(member, zipfile.ZipInfo) or self._archive is None:
            raise Refused("no such file")
        return self._archive.read(member, limit)


Branch: TypeAlias = "dict[str, Branch | zipfile.ZipInfo]"
"""A folder of an archive: what is in it by name."""


def tree_of(archive: Archive) -> ZipTree:
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
    return ZipTree(top, "", archive)
