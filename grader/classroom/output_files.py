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
    """Indented, with a newline at the end; equal data gives equal bytes."""
    return json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


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
