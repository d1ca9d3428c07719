"""Files in the folder of results: written whole or not at all, and every trouble is a sentence."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader.errors import TopogradeError

INSTRUCTOR = "instructor"


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


def write_text(path: Path, text: str, mode: int = 0o644) -> None:
    """Write a whole file or none of it. Raises `OutputError`."""
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with open(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        raise OutputError(
            f"{path} could not be written: {error.strerror}. What was written before is kept; "
            "make room and run the same command again."
        ) from error
