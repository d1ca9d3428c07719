"""What can be told from a student's source without running it. Runs on the untrusted side."""

from __future__ import annotations

import ast
import types
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TypeAlias

Change: TypeAlias = Callable[[ast.Module], ast.Module]
"""What is done to a syntax tree before it is compiled."""
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
_CATCHES_A_MISSING_MODULE = frozenset({"ImportError", "ModuleNotFoundError", "Exception"})


def compiled(
    text: str, file: str, flags: int, change: Change | None = None
) -> types.CodeType | BaseException:
    """The code of a text, or why there is none."""
    try:
        tree = text if change is None else change(ast.parse(text, file))
        code: types.CodeType = compile(tree, file, "exec", flags, dont_inherit=True)
        return code
    except UNREADABLE as error:
        return error


def defines(text: str, name: str) -> bool:
    """Whether running this would bind the name at the top level; also if that cannot be told."""
    try:
        waiting: list[ast.AST] = [ast.parse(text)]
    except UNREADABLE:
        return True
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
            if node.name == name:
                return True
            continue
        if isinstance(node, ast.alias) and name in (node.asname or node.name, "*", node.name):
            return True
        if isinstance(node, ast.alias) and node.name == "*":
            return True
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store):
            return True
        waiting.extend(ast.iter_child_nodes(node))
    return False


@cache
def guarded_imports(text: str) -> set[int]:
    """The lines of imports in a `try` that catches their failure.

    To be asked once a module is missing: it takes three times as long as compiling does.
    """
    if "import" not in text or "try" not in text:
        return set()
    try:
        tree = ast.parse(text)
    except UNREADABLE:
        return set()
    return {
        line
        for node in ast.walk(tree)
        if isinstance(node, ast.Try) and any(map(_catches_a_missing_module, node.handlers))
        for line in _import_lines(node)
    }


def _import_lines(node: ast.Try) -> Iterator[int]:
    for statement in node.body:
        for inner in ast.walk(statement):
            if isinstance(inner, (ast.Import, ast.ImportFrom)):
                yield from range(inner.lineno, (inner.end_lineno or inner.lineno) + 1)


def _catches_a_missing_module(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(isinstance(k, ast.Name) and k.id in _CATCHES_A_MISSING_MODULE for k in kinds)


_NEEDED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


def can_do_without(text: str, line: int) -> bool:
    """Whether the top-level statement at this line makes no function or class, imports nothing."""
    return any(_can_go(statement, line) for statement in ast.parse(text).body)


def without(
    text: str, file: str, flags: int, lines: Mapping[int, str], change: Change | None = None
) -> types.CodeType:
    """The code of the text without the top-level statements at these lines.

    What such a statement would have bound is bound to what the name beside its line holds.
    """
    tree = ast.parse(text)
    body: list[ast.stmt] = []
    for statement in tree.body:
        line = next((line for line in lines if _can_go(statement, line)), None)
        if line is None:
            body.append(statement)
            continue
        for name in dict.fromkeys(_bound(statement)):
            bind = ast.Assign([ast.Name(name, ast.Store())], ast.Name(lines[line], ast.Load()))
            body.append(ast.fix_missing_locations(ast.copy_location(bind, statement)))
    tree.body = body
    tree = tree if change is None else change(tree)
    code: types.CodeType = compile(tree, file, "exec", flags, dont_inherit=True)
    return code


def _bound(statement: ast.stmt) -> Iterator[str]:
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def _can_go(statement: ast.stmt, line: int) -> bool:
    holds = statement.lineno <= line <= (statement.end_lineno or statement.lineno)
    return holds and not any(isinstance(node, _NEEDED) for node in ast.walk(statement))
