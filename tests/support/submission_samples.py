"""A small course and ways to write hand-ins for it, shared by the tests of submissions."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

from grader.course.course import Course, Exercise, Limits


def exercise(number: int, name: str, defines: str | None = None) -> Exercise:
    return Exercise(number, name, name, 1, (), defines, ("hint",), Limits())


COURSE = Course(
    title="a small course",
    count="all",
    exercises=(
        exercise(1, "order-by-hand", "SHOWCASE_ORDER"),
        exercise(3, "build-topo"),
        exercise(4, "backward"),
        exercise(8, "check-grad", "check_grad"),
        exercise(12, "consumer-counts", "toposort"),
        exercise(13, "engine", "Value"),
    ),
    root=Path("/nowhere"),
    limits=Limits(),
)

ENGINE = "class Value:\n    def __init__(self, data):\n        self.data = data\n"


def code(source: str, *tags: str) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": "code", "source": source, "metadata": {}, "outputs": []}
    cell["execution_count"] = None
    if tags:
        cell["metadata"]["tags"] = list(tags)
    return cell


def prose(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "source": text, "metadata": {}}


def notebook(*cells: dict[str, Any], **extra: Any) -> str:
    book = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": list(cells)}
    return json.dumps(book | extra)


def write(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def packed(*members: tuple[str | zipfile.ZipInfo, str | bytes], method: int = 8) -> bytes:
    """The bytes of an archive."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return data.getvalue()
