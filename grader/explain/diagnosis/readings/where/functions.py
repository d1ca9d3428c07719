"""The functions of a student's own text, and which of them a call goes through.

What is defined inside a function belongs to it: a place is a function of the module or of a class.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from grader.syntax import nodes_of

_BUILT_IN = frozenset(name for kind in (list, dict, set, str) for name in dir(kind))
"""Methods of lists and the like: a call of one of these is no call of the student's."""


def functions_of(tree: ast.AST) -> list[ast.FunctionDef]:
    """The functions of the module and of its classes, in the order of the text."""
    found: list[ast.FunctionDef] = []
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            found.append(node)
        elif not isinstance(node, ast.expr):
            found += functions_of(node)
    return found


def named(tree: ast.AST, names: Sequence[str]) -> list[ast.FunctionDef]:
    """The functions that have the first of the names that some have, `_backward` too if need be."""
    every = functions_of(tree)
    for name in names:
        found = [each for each in every if each.name == name]
        found = found or [each for each in every if each.name.strip("_") == name]
        if found:
            return found
    return []


def reached(tree: ast.AST, names: Sequence[str]) -> list[ast.FunctionDef]:
    """The functions of that name and those that they call, near ones first."""
    every = functions_of(tree)
    found = named(tree, names)
    for node in found:  # it grows
        called = set(_called(node))
        found += [each for each in every if each.name in called and each not in found]
    return found


def _called(node: ast.AST) -> Iterator[str]:
    for each in nodes_of(node):
        if isinstance(each, ast.Call):
            if isinstance(each.func, ast.Name):
                yield each.func.id
            elif isinstance(each.func, ast.Attribute) and each.func.attr not in _BUILT_IN:
                yield each.func.attr


def loops_of(node: ast.AST) -> Iterator[ast.For | ast.While]:
    """The loops of a function, or of a loop, that are in no other loop."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.For | ast.While):
            yield each
        else:
            yield from loops_of(each)


def end_of(node: ast.AST) -> int:
    """The last line of a node."""
    last: int | None = getattr(node, "end_lineno", None)
    return last or 1
