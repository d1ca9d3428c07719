"""A student's text with one part replaced: what an edit is made with. Nothing of it is run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from grader.explain.diagnosis.readings.where.functions import functions_of

SURE = -1
"""The weight of an edit of what is hardly ever meant: it is tried first, wherever it is."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """One edit. line: where it is. weight: how far-fetched; 0 is the least, but for `SURE`. made:
    its text, of which few of all that are proposed are needed."""

    line: int
    weight: int
    made: Callable[[], str]

    @property
    def text(self) -> str:
        """The text with the edit."""
        return self.made()


class SourceText:
    """A text and its syntax tree. Raises SyntaxError, ValueError or RecursionError."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tree = ast.parse(text)
        self.lines = text.splitlines(keepends=True)
        self._bytes = [line.encode() for line in self.lines]
        self.inputs = _inputs(self.tree)
        self.modules = frozenset(
            (each.asname or each.name).partition(".")[0]
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Import)
            for each in node.names
        )
        self.regions: list[ast.stmt] = [*functions_of(self.tree)]
        self.regions += _tables(self.tree)

    def called(self, region: ast.stmt) -> str:
        """A function's name, with that of its class: an operator may be a class of its own."""
        name = getattr(region, "name", "")
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ClassDef) and region in node.body:
                return f"{name} {node.name}"
        return name

    def own(self, node: ast.AST) -> str:
        """A node as the student wrote it; columns count bytes."""
        first, start = getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
        last, end = getattr(node, "end_lineno", first), getattr(node, "end_col_offset", 0)
        if not first:
            return ast.unparse(node)
        lines = self._bytes[first - 1 : last]
        lines[-1] = lines[-1][:end]
        lines[0] = lines[0][start:]
        return b"".join(lines).decode()

    def replaced(self, node: ast.expr | ast.stmt | ast.arg, new: str, weight: int = 1) -> Proposal:
        """The text with the node's own characters replaced; columns count bytes."""
        return self.replaced_each([node], new, weight)

    def replaced_each(
        self, nodes: Sequence[ast.expr | ast.stmt | ast.arg], new: str, weight: int = 1
    ) -> Proposal:
        """The text with several nodes replaced by the same characters; none is inside another."""
        made = partial(self._with, tuple(nodes), new)
        return Proposal(min(node.lineno for node in nodes), weight, made)

    def _with(self, nodes: Sequence[ast.expr | ast.stmt | ast.arg], new: str) -> str:
        made = list(self.lines)
        for node in sorted(nodes, key=lambda each: (each.lineno, each.col_offset), reverse=True):
            first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
            start = made[first].encode()[: node.col_offset].decode()
            end = made[last].encode()[node.end_col_offset :].decode()
            made[first : last + 1] = [start + new + end]
        return "".join(made)

    def indent(self, node: ast.stmt) -> str | None:
        """The blanks before a statement; None where something else is on its line."""
        before = self.lines[node.lineno - 1].encode()[: node.col_offset].decode()
        after = self.lines[(node.end_lineno or node.lineno) - 1].encode()[node.end_col_offset :]
        alone = after.decode().strip()
        return before if not before.strip() and (not alone or alone[0] == "#") else None

    def block(self, node: ast.stmt, deeper: str = "") -> list[str]:
        """The lines of a statement that has its lines to itself, indented by so much more."""
        found = self.lines[node.lineno - 1 : node.end_lineno]
        ended = [line if line.endswith("\n") else f"{line}\n" for line in found]
        return [deeper + line for line in ended]

    def relined(
        self, first: int, last: int, new: Sequence[str], line: int, weight: int
    ) -> Proposal:
        """The text with lines `first` to `last` (from 1, both included) replaced by others."""
        lines, new = self.lines, tuple(new)
        return Proposal(line, weight, lambda: "".join([*lines[: first - 1], *new, *lines[last:]]))


def shifted(lines: Sequence[str], before: str, after: str) -> list[str]:
    """Lines with another indentation."""
    return [after + line.removeprefix(before) if line.strip() else line for line in lines]


def blocks_of(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Every list of statements below a node, its own first."""
    for each in ast.walk(node):
        for name in ("body", "orelse", "finalbody"):
            found = getattr(each, name, None)
            if isinstance(found, list) and found and isinstance(found[0], ast.stmt):
                yield found


def _tables(tree: ast.Module) -> Iterator[ast.stmt]:
    """What a module or a class assigns: a table of rules may be among it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef):
            for each in node.body:
                if isinstance(each, ast.Assign | ast.AnnAssign | ast.For):
                    yield each


def _inputs(tree: ast.Module) -> str:
    """The attribute that loops go over most often: the inputs of a node; "" if there is none."""
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.For | ast.comprehension):
            found += [each.attr for each in ast.walk(node.iter) if isinstance(each, ast.Attribute)]
    known = [name for name in found if name not in ("items", "values", "keys", "append", "pop")]
    return max(known, key=known.count, default="")
