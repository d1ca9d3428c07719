"""Files in the folder of results: written whole or not at all, and every trouble is a sentence."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from json.encoder import encode_basestring
from math import isfinite
from pathlib import Path
from typing import Any

INSTRUCTOR = "instructor"


class OutputError(Exception):
    """The results could not be written; the message says where and why."""


def prepare_folder(out: Path) -> None:
    """Make the output folder and its private part (mode 0700)."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        (out / INSTRUCTOR).mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{out} cannot be used for results: {error.strerror}") from error


def as_json(data: Mapping[str, Any]) -> str:
    """Indented by one, with a newline at the end; equal data gives equal bytes.

    The same text as `json.dumps` gives, which writes compact JSON fast and indented JSON slowly.
    """
    return _indented(data, "\n") + "\n"


_compact = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def _indented(item: Any, line: str) -> str:
    """The item in JSON. line: what its last line begins with, the end of the one before with it."""
    if isinstance(item, str):
        return encode_basestring(item)
    if isinstance(item, dict) and item:
        inner = line + " "
        pairs = [f"{encode_basestring(key)}: {_indented(v, inner)}" for key, v in item.items()]
        return f"{{{inner}{f',{inner}'.join(pairs)}{line}}}"
    if isinstance(item, (list, tuple)) and item:
        inner = line + " "
        return f"[{inner}{f',{inner}'.join([_indented(v, inner) for v in item])}{line}]"
    if item is None:
        return "null"
    if isinstance(item, bool):
        return "true" if item else "false"
    if type(item) is int or (type(item) is float and isfinite(item)):
        return repr(item)
    return _compact(item)


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
