"""A zip archive as a hand-in: its source files, read in memory and never unpacked to disk.

Nothing that an archive says of itself is believed: sizes are counted while reading, and names,
kinds and numbers of members are checked before one is opened.
"""

from __future__ import annotations

import io
import stat
import zipfile
from pathlib import PurePosixPath

from grader.submissions.files import (
    ARCHIVES,
    MAX_ARCHIVE,
    MAX_DEPTH,
    MAX_FILE,
    MAX_MEMBERS,
    SOURCES,
    Contents,
    Fault,
    RawFile,
    Refused,
    is_clutter,
    not_opened,
    too_many,
    without_top_folder,
)
from grader.text import printable

_ENTRY = b"PK\x01\x02"
_MAX_ENTRIES = 50_000  # of the directory, clutter included: it is read at once
_TOO_LARGE = (
    f"this unpacks to {MAX_FILE // 1_000_000} MB or more: "
    "leave out data, clear the outputs of a notebook, and hand it in again"
)
NAMELESS = "a file"
"""Where a fault is whose file has no name."""


def read_zip(data: bytes) -> Contents:
    """The Python files and notebooks of an archive; members of other kinds are not read.

    A member that cannot be read is a fault of its own and the others count. The whole is refused
    if it is no zip, is encrypted, or exceeds a limit. A single top folder is taken off the names.
    """
    archive, members = _open(data)
    files: dict[str, RawFile] = {}
    faults: list[Fault] = []
    left = MAX_ARCHIVE
    with archive:
        for member in members:
            name = member.filename.replace("\\", "/")
            where = printable(name) or NAMELESS
            try:
                require_inside(name)
                require_ordinary(member)
                suffix = PurePosixPath(name).suffix.lower()
                if suffix in ARCHIVES:
                    raise Refused(not_opened(suffix))
                if name.endswith("/") or suffix not in SOURCES:
                    continue
                name = str(PurePosixPath(name))
                file = RawFile(name, _read(archive, member, left))
                left -= len(file.data)
                if files.setdefault(name, file) != file:
                    raise Refused("the archive holds two files of this name: keep one")
            except Refused as refusal:
                if isinstance(refusal, _Bomb):
                    raise
                faults.append(refusal.fault(where))
    found = tuple(files[name] for name in sorted(files))
    return without_top_folder(Contents(found, tuple(faults)))


class _Bomb(Refused):
    """The archive as a whole unpacks to too much."""


def _open(data: bytes) -> tuple[zipfile.ZipFile, list[zipfile.ZipInfo]]:
    if data.count(_ENTRY) > _MAX_ENTRIES:
        raise Refused(too_many("an archive"))
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        entries = archive.infolist()
    except Exception as error:  # zipfile raises many kinds on what is not a zip
        detail = printable(str(error))[:100] or type(error).__name__
        raise Refused(f"this zip archive is damaged ({detail}): pack it again") from None
    members = [member for member in entries if not _is_clutter(member.filename)]
    if len(members) > MAX_MEMBERS:
        raise Refused(too_many("an archive"))
    if any(member.flag_bits & 0x1 for member in members):
        raise Refused("the archive has a password: pack it without one")
    return archive, members


def _read(archive: zipfile.ZipFile, member: zipfile.ZipInfo, left: int) -> bytes:
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise Refused(
            f"it is compressed by method {member.compress_type}, which is not ordinary zip: "
            "pack it again"
        )
    if member.file_size >= MAX_FILE:
        raise Refused(_TOO_LARGE)
    try:
        with archive.open(member) as stream:
            data = stream.read(min(MAX_FILE, left) + 1)
    except Exception as error:  # as above
        detail = printable(str(error))[:100] or type(error).__name__
        raise Refused(f"the archive is damaged here ({detail}): pack it again") from None
    if len(data) > left:
        raise _Bomb(
            f"the archive unpacks to more than {MAX_ARCHIVE // 1_000_000} MB: "
            "hand in only the files of the exercises"
        )
    if len(data) >= MAX_FILE:
        raise Refused(_TOO_LARGE)
    return data


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


def _is_clutter(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    return any(is_clutter(part) for part in parts if part not in ("", ".", ".."))
