"""A class as one zip: looked at by name, and unpacked only if it is a platform's download.

Names and sizes in it are not believed. Only ordinary files are written, below a folder of our own,
and what is nobody's clutter but cannot be written is a fault.
"""

from __future__ import annotations

import os
import zipfile
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from grader.submissions.files import MAX_ARCHIVE, Fault, Refused
from grader.submissions.layouts.tree import ZipTree, branches, is_left_behind, read_member
from grader.submissions.zips import NAMELESS, require_inside, require_ordinary
from grader.text import printable

MAX_CLASS = 4_000_000_000
"""Bytes of all files of a class together."""
MAX_FILES = 300_000


class ClassZip:
    """An open archive and the view of its names. Raises `Refused` if it is no zip archive."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._archive = zipfile.ZipFile(path)
            found = self._archive.infolist()
        except Exception as error:  # zipfile raises many kinds on what is not a zip
            raise Refused(
                f"this zip archive is damaged ({type(error).__name__}): download it again"
            ) from None
        if len(found) > MAX_FILES:
            raise Refused(
                f"the archive holds more than {MAX_FILES:,} files: grade the class in parts"
            )
        self._members = {each.filename.replace("\\", "/"): each for each in found}

    def __enter__(self) -> ClassZip:
        return self

    def __exit__(self, *_: object) -> None:
        self._archive.close()

    @property
    def tree(self) -> ZipTree:
        """What is in it, by name."""
        return ZipTree(branches(self._members), "", self._archive)

    def unpack(self, folder: Path) -> list[Fault]:
        """Write its files below `folder`; returns a fault for each that was not."""
        left = MAX_CLASS
        faults = []
        for name, member in self._members.items():
            parts = name.split("/")
            if name.endswith("/") or any(is_left_behind(part) for part in parts if part != ".."):
                continue
            try:
                require_inside(name)
                require_ordinary(member)
                if member.flag_bits & 0x1:
                    raise Refused("it has a password: pack it without one")
                data = read_member(self._archive, member, min(MAX_ARCHIVE, left))
                left -= len(data)
                target = folder.joinpath(*parts)
                target.parent.mkdir(parents=True, exist_ok=True)
                with target.open("xb") as file:
                    file.write(data)
                _keep_time(target, member)
            except Refused as refusal:
                faults.append(refusal.fault(printable(name) or NAMELESS))
            except (OSError, ValueError) as error:
                reason = getattr(error, "strerror", None) or type(error).__name__
                faults.append(Fault(printable(name), f"it could not be unpacked: {reason}"))
        return faults


def _keep_time(target: Path, member: zipfile.ZipInfo) -> None:
    """Give a file the time that the archive says, which is that of its maker's clock."""
    with suppress(OSError, ValueError, OverflowError):  # a date such as month 0
        moment = datetime(*member.date_time).timestamp()
        os.utime(target, (moment, moment))
