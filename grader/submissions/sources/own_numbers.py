"""The numbers that a hand-in's own code names: limits, tolerances, sizes, special cases.

What is right on either side of such a number, and wrong at it or beyond, no input that is the same
for everybody can be sure to meet. So a hand-in is asked at its own numbers too.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from grader.syntax import nodes_of, parse

MOST = 8
"""Numbers that are asked for, the first ones."""
ORDINARY = frozenset({0, 1, 2, 0.5})
"""What every engine names, and what every engine is asked for anyway."""
LARGEST = 1e15
_LONGEST_SHIFT = 64
_WIDTH = re.compile(r"(?:[^%]{0,40}%)?0(?P<digits>[1-9])d")
"""How a text of a number with leading zeros is asked for: "05d" and "n%05d"."""
_TRIES = ("test", "main", "demo")
"""How the functions are called that try a hand-in out."""
_WORKED_OUT: dict[type[ast.operator], Callable[[Any, int], float]] = {
    ast.Mult: operator.mul,
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
}


def own_numbers(cells: Iterable[str], stub: str) -> tuple[float, ...]:
    """The numbers, without a sign, of functions, methods and constants that are not the stub's."""
    given, found = _dumped(stub), dict[tuple[type, float], float]()
    for piece in (each for cell in cells for each in _pieces(cell)):
        numbers = {(type(n), n): n for n in _numbers(piece)}  # 5 may be a size, and 5.0 is none
        if numbers and ast.dump(piece) not in given:
            found |= numbers
    return tuple(found.values())[:MOST]


@lru_cache(maxsize=64)
def _dumped(stub: str) -> frozenset[str]:
    return frozenset(map(ast.dump, _pieces(stub)))


def _pieces(text: str) -> Iterator[ast.stmt]:
    tree = parse(text)
    for statement in tree.body if tree else ():
        for each in statement.body if isinstance(statement, ast.ClassDef) else (statement,):
            is_code = isinstance(each, (ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign))
            if is_code and not getattr(each, "name", "").startswith(_TRIES):
                yield each


def _numbers(piece: ast.stmt) -> Iterator[float]:
    nodes, values = nodes_of(piece), dict[ast.AST, float]()
    for node in reversed(nodes):  # operands come before what they are in
        value = _value(node, values)
        if value is not None:
            values[node] = value
    made = [node for node in values if isinstance(node, ast.BinOp)]
    within = {operand for node in made for operand in (node.left, node.right)}
    for node in nodes:
        if node in values and node not in within and abs(values[node]) not in ORDINARY:
            yield abs(values[node])


def beyond_width(text: str) -> int | None:
    """The first number that a text of so many digits has no place for: `f"v{number:05d}"`."""
    width = _WIDTH.fullmatch(text)
    return 10 ** int(width["digits"]) if width else None


def _value(node: ast.AST, values: Mapping[ast.AST, float]) -> float | None:
    """The number that a node is, if nothing but numbers is in it: `10**6`, `1 << 16`.

    None also for one beyond `LARGEST`: so each step to the next is short.
    """
    found: object = None
    if isinstance(node, ast.Constant):
        found = beyond_width(node.value) if isinstance(node.value, str) else node.value
    elif isinstance(node, ast.BinOp) and type(node.op) in _WORKED_OUT:
        left, right = values.get(node.left), values.get(node.right)
        if left is not None and type(right) is int and 0 <= right <= _LONGEST_SHIFT:
            with suppress(TypeError, OverflowError):
                found = _WORKED_OUT[type(node.op)](left, right)
    if not isinstance(found, (int, float)) or isinstance(found, bool):
        return None
    return found if abs(found) <= LARGEST else None
