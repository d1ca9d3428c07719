"""Files in the folder of results: written whole or not at all, and every trouble is a sentence."""

from __future__ import annotations

import errno
import json
import os
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from grader.errors import TopogradeError

INSTRUCTOR = "instructor"
PLAIN, EXECUTABLE, PRIVATE = 0o644, 0o755, 0o600
"""Modes of files."""
_NO_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest that a zip archive can say: its bytes depend on its files alone."""


class OutputError(TopogradeError):
    """The results could not be written; the message says where and why."""


def prepare_folder(out: Path) -> None:
    """Make the output folder and its private part (mode 0700)."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / INSTRUCTOR).mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{out} cannot be used for results: {error.strerror}") from error


def as_json(data: Mapping[str, Any]) -> str:
    """A line for each field and each item, down to a check, which is one line.

    Equal data gives equal bytes. (The encoder of the standard library is slow where it indents.)
    """
    return _spread(data, 0) + "\n"


_LEVELS = 4
"""A report, its exercises, an exercise, its checks."""
_in_a_line = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def _spread(data: Any, level: int) -> str:
    if level == _LEVELS or not isinstance(data, (dict, list, tuple)) or not data:
        return _in_a_line(data)
    between = ",\n" + " " * (level + 1)
    if isinstance(data, dict):
        pieces = (f"{_in_a_line(str(k))}: {_spread(item, level + 1)}" for k, item in data.items())
        first, last = "{}"
    else:
        pieces = (_spread(item, level + 1) for item in data)
        first, last = "[]"
    return f"{first}{between[1:]}{between.join(pieces)}\n{' ' * level}{last}"


def write_text(path: Path, text: str, mode: int = PLAIN) -> None:
    """Write a whole file or none of it. Raises `OutputError`."""
    with _whole(path, mode) as file:
        file.write(text.encode("utf-8", "backslashreplace"))


def write_zip(
    path: Path,
    files: Iterable[tuple[str, bytes]],
    modes: Mapping[str, int] | None = None,
    mode: int = PLAIN,
) -> None:
    """Write a whole zip archive or none of it. Raises `OutputError`.

    files: names and bytes, in the order in which they are written. modes: of files in the archive
    that are not plain; mode: the archive's own.
    """
    with _whole(path, mode) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            member = zipfile.ZipInfo(name, _NO_TIME)
            member.compress_type = zipfile.ZIP_DEFLATED
            member.create_system = 3  # Unix, whatever system makes it: modes are Unix's
            member.external_attr = (0o100000 | (modes or {}).get(name, PLAIN)) << 16
            archive.writestr(member, data)


@contextmanager
def _whole(path: Path, mode: int) -> Iterator[BinaryIO]:
    """A file to write to, which takes its place when all of it is on the disk."""
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with open(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        raise _not_written(path, error) from error


def _not_written(path: Path, error: OSError) -> OutputError:
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    return OutputError(
        f"{path} could not be written: {error.strerror}. What was written before is kept; "
        f"{'make room' if full else 'fix that'} and run the same command again."
    )
