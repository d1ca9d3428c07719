"""A zip archive, unpacked into a folder of our own, where it is read like any other folder.

Nothing that an archive says of itself is believed: sizes are counted while reading, and names,
kinds and numbers of members are checked before one is opened. Only ordinary files are written.
"""

from __future__ import annotations

import io
import os
import stat
import zipfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath

from grader.submissions.files import (
    ARCHIVES,
    MAX_ARCHIVE,
    MAX_DEPTH,
    MAX_FILE,
    MAX_MEMBERS,
    OUR_TROUBLE,
    SOURCES,
    Fault,
    Refused,
    is_clutter,
    is_left_behind,
    not_opened,
    read_regular,
    too_many,
)
from grader.text import printable

_ENTRY = b"PK\x01\x02"
_MAX_ENTRIES = 50_000  # of a hand-in's directory, clutter included: it is read at once
_ORDINARY = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


@dataclass(frozen=True, slots=True)
class Limits:
    """Bytes of a file and of all together, number of files, and which names are passed over."""

    file: int
    whole: int
    members: int
    passed_over: Callable[[str], bool]


HAND_IN = Limits(MAX_FILE, MAX_ARCHIVE, MAX_MEMBERS, is_clutter)
"""One student's: of it only Python files and notebooks are unpacked."""
CLASS = Limits(MAX_ARCHIVE, 4_000_000_000, 300_000, is_left_behind)
"""What a platform packed for an instructor: everything in it is unpacked."""


class Archive:
    """An open archive. Raises `Refused` if it is no zip, has a password, or too many members."""

    def __init__(self, path: Path, limits: Limits) -> None:
        self.limits = limits
        file: Path | io.BytesIO = path
        if limits is HAND_IN:
            data = read_regular(path, MAX_ARCHIVE)
            if data.count(_ENTRY) > _MAX_ENTRIES:
                raise Refused(too_many("an archive"))
            file = io.BytesIO(data)
        try:
            self._archive = zipfile.ZipFile(file)
            found = self._archive.infolist()
        except Exception as error:  # zipfile raises many kinds on what is not a zip
            raise Refused(f"this zip archive is damaged ({_said(error)}): pack it again") from None
        named = [(each.filename.replace("\\", "/"), each) for each in found]
        self.members = dict(named)
        self._wanted = [(name, each) for name, each in named if not self._passed_over(name)]
        if len(self._wanted) > limits.members:
            raise Refused(too_many("an archive", limits.members))
        if any(member.flag_bits & 0x1 for _, member in self._wanted):
            raise Refused("the archive has a password: pack it without one")

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self._archive.close()

    def read(self, member: zipfile.ZipInfo, limit: int) -> bytes:
        """The bytes of a member, fewer than `limit`, whatever it says of its size."""
        if member.compress_type not in _ORDINARY:
            raise Refused(
                f"it is compressed by method {member.compress_type}, which is not ordinary zip: "
                "pack it again"
            )
        try:
            data = b""
            if member.file_size < limit:
                with self._archive.open(member) as stream:
                    data = stream.read(limit)
        except Exception as error:  # as above
            raise Refused(f"the archive is damaged here ({_said(error)}): pack it again") from None
        if max(len(data), member.file_size) >= limit:
            raise Refused(
                f"this unpacks to {limit // 1_000_000} MB or more: "
                "leave out data, clear the outputs of a notebook, and hand it in again"
            )
        return data

    def unpack(self, folder: Path) -> tuple[Fault, ...]:
        """Write its files below `folder`; a fault for each that was not.

        Raises `Refused` if all together are too much.
        """
        left, faults = self.limits.whole, []
        for name, member in self._wanted:
            try:
                require_inside(name)
                require_ordinary(member)
                suffix = PurePosixPath(name).suffix.lower()
                if self.limits is HAND_IN and suffix in ARCHIVES:
                    raise Refused(not_opened(suffix))
                if name.endswith("/") or (self.limits is HAND_IN and suffix not in SOURCES):
                    continue
                data = self.read(member, self.limits.file)
                left -= len(data)
                if left >= 0:
                    _write(folder.joinpath(*name.split("/")), data, member)
            except Refused as refusal:
                if refusal.ours:
                    raise
                faults.append(refusal.fault(printable(name) or "a file"))
            if left < 0:
                raise Refused(
                    f"the archive unpacks to more than {self.limits.whole // 1_000_000} MB: "
                    "hand in only the files of the exercises"
                )
        return tuple(faults)

    def _passed_over(self, name: str) -> bool:
        parts = (part for part in name.split("/") if part not in ("", ".", ".."))
        return any(self.limits.passed_over(part) for part in parts)


def _write(target: Path, data: bytes, member: zipfile.ZipInfo) -> None:
    """A file with the time that the archive says, which is that of its maker's clock."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.is_file():
            if target.read_bytes() != data:
                raise Refused("the archive holds two files of this name: keep one")
            return
        with target.open("xb") as file:
            file.write(data)
        with suppress(ValueError, OverflowError):  # a date such as month 0
            moment = datetime(*member.date_time).timestamp()
            os.utime(target, (moment, moment))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        ours = getattr(error, "errno", None) in OUR_TROUBLE
        raise Refused(f"it could not be unpacked: {reason}", ours=ours) from None


def require_inside(name: str) -> None:
    """Raise `Refused` for a member's name that leads out of the archive, or too deep into it."""
    if not name:
        raise Refused("this has no name in the archive: pack it again")
    parts = name.split("/")
    if name.startswith("/") or ".." in parts or name[1:2] == ":":
        raise Refused("this name leads out of the archive: pack it again")
    if len(parts) > MAX_DEPTH:
        raise Refused(f"the archive has more than {MAX_DEPTH} folders inside one another")


def require_ordinary(member: zipfile.ZipInfo) -> None:
    """Raise `Refused` for a member that is no file and no folder."""
    kind = stat.S_IFMT(member.external_attr >> 16)
    if kind == stat.S_IFLNK:
        raise Refused("this is a symbolic link: pack the file itself")
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise Refused("this is a device or a pipe, and no ordinary file: pack it again")


def _said(error: Exception) -> str:
    return printable(str(error))[:100] or type(error).__name__
