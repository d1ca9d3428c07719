"""What is left of a program's text when names, layout, comments and texts are taken away.

Two hand-ins of one shape were, most likely, once one file. The class page lists them; no score
depends on it.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

from grader.course.course import Exercise
from grader.syntax import parse

LEAST_NODES = 250
"""An exercise counts if its solution has so many more nodes than its stub: two students who fill
in the same three lines have not copied."""
MOST_NODES = 200_000


def shape_of(cells: Sequence[str], stub: str) -> str:
    """16 hex digits, equal for texts that differ in names, layout, comments and strings only.

    "" where there is no syntax tree, or where too little was written beyond the stub to tell.
    """
    tokens = _tokens(cells)
    if len(tokens) - _size(stub) < LEAST_NODES:
        return ""
    return hashlib.sha256("\n".join(tokens).encode()).hexdigest()[:16]


def stub_code(exercise: Exercise, folder: object) -> str:
    """The text of an exercise's stub, "" if there is none."""
    return _text(f"{folder}/{exercise.file_name}")


@lru_cache(maxsize=64)
def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


@lru_cache(maxsize=64)
def _size(text: str) -> int:
    return len(_tokens((text,)))


def _tokens(cells: Iterable[str]) -> list[str]:
    """A line a node: its type, its number if it is one, and names numbered as they come."""
    tokens: list[str] = []
    names: dict[str, int] = {}
    for cell in cells:
        tree = parse(cell)
        pending: list[ast.AST] = [] if tree is None else [tree]
        while pending:
            node = pending.pop()
            kind: Any = type(node)
            if isinstance(node, ast.Expr) and _is_text(node):
                continue
            said, children = kind.__name__, []
            held = node.__dict__
            for field in _fields(kind):
                value = held.get(field)
                if type(value) is list:
                    children += [c for c in value if isinstance(c, ast.AST)]
                elif type(value) is str:
                    if field in _NAMES:
                        said += f" {names.setdefault(value, len(names))}"
                elif isinstance(value, ast.AST):
                    children.append(value)
            if kind is ast.Constant and not isinstance(held["value"], (str, bytes)):
                said += f" {held['value']!r}"
            tokens.append(said)
            if len(tokens) > MOST_NODES:
                return tokens
            children.reverse()
            pending += children
    return tokens


_NAMES = frozenset({"id", "arg", "attr", "name", "asname"})


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    """What a node of this type holds, but for whether it is read or written to."""
    return tuple(field for field in kind._fields if field != "ctx")


def _is_text(node: ast.Expr) -> bool:
    """A docstring, or a text that stands alone."""
    return isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
