"""What is left of a program's text when names, layout, comments and texts are taken away.

Two hand-ins of one shape were, most likely, once one file. The class page lists them; no score
depends on it.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from grader.course import Exercise
from grader.source_text import parse

LEAST_NODES = 250
"""An exercise counts if its solution has so many more nodes than its stub: two students who fill
in the same three lines have not copied."""
MOST_NODES = 200_000


def shape_of(cells: Sequence[str], stub: str) -> str:
    """16 hex digits, equal for texts that differ in names, layout, comments and strings only.

    "" where there is no syntax tree, or where too little was written beyond the stub to tell.
    """
    tokens = list(_tokens(cells))
    if len(tokens) - _size(stub) < LEAST_NODES:
        return ""
    return hashlib.sha256("\n".join(tokens).encode()).hexdigest()[:16]


def stub_of(exercise: Exercise, folder: object) -> str:
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
    return sum(1 for _ in _tokens((text,)))


def _tokens(cells: Iterable[str]) -> Iterator[str]:
    """A line a node: its type, its number if it is one, and names numbered as they come."""
    names: dict[str, int] = {}
    count = 0
    for cell in cells:
        tree = parse(cell)
        pending: list[ast.AST] = [] if tree is None else [tree]
        while pending:
            node = pending.pop()
            yield _token(node, names)
            count += 1
            if count > MOST_NODES:
                return
            pending.extend(
                child
                for child in reversed(list(ast.iter_child_nodes(node)))
                if not isinstance(child, ast.expr_context) and not _is_text(child)
            )


def _token(node: ast.AST, names: dict[str, int]) -> str:
    said = type(node).__name__
    for field in ("id", "arg", "attr", "name", "asname"):
        name = getattr(node, field, None)
        if isinstance(name, str):
            said += f" {names.setdefault(name, len(names))}"
    if isinstance(node, ast.Constant) and not isinstance(node.value, (str, bytes)):
        said += f" {node.value!r}"
    return said


def _is_text(node: ast.AST) -> bool:
    """A docstring, or a text that stands alone."""
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )
