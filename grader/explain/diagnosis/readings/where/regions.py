"""The regions of a student's own text that belong to an operator: its method, a class, a branch.

A region is known by the operator's name or sign: that of a function, of a class, of an entry of a
table or of a branch. What a chain of branches leaves over belongs to the one operator that has no
branch.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.explain.diagnosis.readings.where.functions import end_of, functions_of
from grader.programs.operators import OPERATORS
from grader.syntax import nodes_of

_SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.USub: "-",
}
FEW_BRANCHES = 4
"""A chain with branches for fewer operators than this leaves nothing over."""


@dataclass(frozen=True, slots=True)
class Region:
    """Lines with their statements, or the expression. exact: named as Python calls it. function:
    the name of the function around it, "" for none; place: where that begins."""

    first: int
    last: int
    exact: bool
    nodes: Sequence[ast.AST]
    function: str = ""
    place: int = 0

    def rows(self, lines: Sequence[str], pattern: str) -> list[int]:
        """The lines in which a pattern is found."""
        rows = range(self.first, self.last + 1)
        return [row for row in rows if re.search(pattern, lines[row - 1])]


def names_of(operator: str) -> tuple[str, ...]:
    """What an operator is called in code: its name, other words, its sign."""
    row = OPERATORS[operator]
    sign = (row.sign,) if row.sign and row.takes != "node" else ()
    return (row.name, *row.words, *sign)


def _all_names() -> dict[str, tuple[str, ...]]:
    return {name: names_of(name) for name, row in OPERATORS.items() if row.takes != "list"}


def _of_sign(node: ast.BinOp | ast.UnaryOp) -> str:
    sign, one = _SIGNS.get(type(node.op), ""), isinstance(node, ast.UnaryOp)
    rows = [row for row in OPERATORS.values() if sign and row.sign == sign]
    return next((row.name for row in rows if (row.takes == "node") is one), "")


def regions(tree: ast.Module, operator: str, method: str) -> list[Region]:
    """All that belongs to an operator. method: how Python calls it."""
    reflected = method == f"__r{operator}__"
    around = functions_of(tree)
    found = [*_named(tree, operator, method, reflected)]
    if not reflected:
        found += _left_over(tree, operator)
    return [_within(each, around) for each in found]


def made_of(nodes: Sequence[ast.AST], operator: str) -> list[str]:
    """The operators that a method uses to make its result: by signs, or by their names."""
    found: dict[str, None] = {}
    for node in nodes:
        for each in nodes_of(node):
            if isinstance(each, ast.BinOp | ast.UnaryOp) and not _of_numbers(each):
                found[_of_sign(each)] = None
            elif isinstance(each, ast.Constant) and isinstance(each.value, str):
                found[_operator(each.value)] = None
            elif isinstance(each, ast.Call):
                name = getattr(each.func, "id", getattr(each.func, "attr", ""))
                found[_operator(str(name))] = None
    return [name for name in found if name and name != operator]


def hands_on(nodes: Sequence[ast.AST], operator: str) -> bool:
    """Whether a method only says which operator it is: what that does stands elsewhere."""
    inside = [each for node in nodes for each in nodes_of(node)]
    names = (
        each.value
        if isinstance(each, ast.Constant)
        else getattr(each.func, "id", "")
        if isinstance(each, ast.Call)
        else ""
        for each in inside
    )
    is_said = any(isinstance(name, str) and _operator(name) == operator for name in names)
    return is_said and not any(isinstance(e, ast.Attribute) and e.attr == "data" for e in inside)


def _operator(name: str) -> str:
    name = name.strip("_").lower()  # a method's name, or a class's
    return next((operator for operator, names in _all_names().items() if name in names), "")


def _of_numbers(node: ast.AST) -> bool:
    """Whether an operation is about the nodes' numbers, and makes no node."""
    return any(isinstance(each, ast.Attribute) and each.attr == "data" for each in nodes_of(node))


def _within(region: Region, around: Sequence[ast.FunctionDef]) -> Region:
    for each in around:
        if each.lineno <= region.first and region.last <= end_of(each):
            return Region(
                region.first, region.last, region.exact, region.nodes, each.name, each.lineno
            )
    return Region(region.first, region.last, region.exact, region.nodes, "", region.first)


def _named(tree: ast.Module, operator: str, method: str, reflected: bool) -> Iterator[Region]:
    names = names_of(operator)
    wanted = (method, operator)
    parts = {*names, *(name.capitalize() for name in names)}
    for node in nodes_of(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            if node.name in wanted:
                yield Region(node.lineno, end_of(node), True, node.body)
            elif not reflected and set(re.split(r"_+|(?<=[a-z])(?=[A-Z])", node.name)) & parts:
                yield Region(node.lineno, end_of(node), False, node.body)
        elif isinstance(node, ast.Assign):
            names_set = {getattr(t, "attr", getattr(t, "id", "")) for t in node.targets}
            if method in names_set:
                yield Region(node.lineno, end_of(node), True, [ast.Expr(node.value)])
        elif isinstance(node, ast.Dict) and not reflected:
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and key.value in names:
                    yield Region(key.lineno, end_of(value), False, [ast.Expr(value)])
        elif isinstance(node, ast.If) and not reflected and _compares(node.test, names):
            yield Region(node.lineno, end_of(node.body[-1]), False, node.body)
        elif isinstance(node, ast.match_case) and not reflected and _compares(node.pattern, names):
            yield Region(node.pattern.lineno, end_of(node.body[-1]), False, node.body)


def _compares(node: ast.AST, names: Sequence[str]) -> bool:
    return any(isinstance(each, ast.Constant) and each.value in names for each in nodes_of(node))


def _left_over(tree: ast.Module, operator: str) -> Iterator[Region]:
    """What comes after a chain of branches, one for each operator but this."""
    for node in functions_of(tree):
        tests = [each for each in node.body if isinstance(each, ast.If)]
        covered = {name for test in tests for name in _branches(test)}
        if len(covered) < FEW_BRANCHES or operator in covered:
            continue
        if [name for name in _all_names() if name not in covered | _composed(tree)] != [operator]:
            continue
        rest: Sequence[ast.stmt] = node.body[node.body.index(tests[-1]) + 1 :] or _otherwise(
            tests[-1]
        )
        if rest:
            yield Region(rest[0].lineno, end_of(rest[-1]), False, rest)


def _branches(test: ast.If) -> Iterator[str]:
    """The operators for which a chain of `if` and `elif` has a branch."""
    yield from (name for name, names in _all_names().items() if _compares(test.test, names))
    for each in test.orelse:
        if isinstance(each, ast.If):
            yield from _branches(each)


def _otherwise(test: ast.If) -> list[ast.stmt]:
    while len(test.orelse) == 1 and isinstance(test.orelse[0], ast.If):
        test = test.orelse[0]
    return test.orelse


def _composed(tree: ast.Module) -> set[str]:
    """The operators whose method hands on to another operator by its name or sign."""
    return {
        name
        for name in _all_names()
        for region in _named(tree, name, f"__{name}__", reflected=False)
        if region.exact and made_of(region.nodes, name)
    }
