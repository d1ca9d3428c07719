"""How near each line of a text is to what is known of the mistake."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.explain.diagnosis.readings.where.functions import end_of, reached
from grader.explain.diagnosis.readings.where.regions import NAMES, regions
from grader.grading.repair.source_text import SourceText

NEAR = 3
"""Lines around a marked one."""
WALKS = ("backward", "build_topo", "zero_grad")
FEW = 3
"""Operators that go wrong: if there are more, what they share is wrong, and not each rule."""
_FAR, _BESIDE = (1, 3, 6), (1, 3, 5)
"""How much later an edit has its turn: in what belongs to the mistake, in what is named like it or
makes nodes, in all else; and on the marked line, beside it or in its operator, in others."""


@dataclass(frozen=True, slots=True)
class Hints:
    """What is known of the mistake.

    lines: those that a finding marks or that raised, the surest first. operators: those that
    failed checks or findings are about. words: in the names of what failed.
    """

    lines: Sequence[int] = ()
    operators: Sequence[str] = ()
    words: Sequence[str] = ()


class Nearness:
    """The lines of a text, by how near they are to what is known."""

    def __init__(self, source: SourceText, hints: Hints) -> None:
        self.source, self.hints = source, hints
        self.few = len(hints.operators) <= FEW
        self.own = frozenset(self._of_operators())
        """Lines that belong to the operators: a method, a class, a branch, an entry of a table."""
        self._walks = set(self._of_walks()) if hints.words else set()
        self._regions = [(_lines(each), self._of_region(each)) for each in source.regions]
        self._known: dict[int, int] = {}

    def delay(self, line: int) -> int:
        """How much later than at a marked line an edit has its turn."""
        if line not in self._known:
            near = [value for lines, value in self._regions if line in lines]
            part = 0 if line in self.own else min(near, default=1)
            marked = self.hints.lines[:1]
            off = min((abs(line - each) for each in marked), default=NEAR + 1)
            beside = 0 if off == 0 else 1 if off <= NEAR or line in self.own else 2
            self._known[line] = _FAR[part] * _BESIDE[beside]
        return self._known[line]

    def is_marked(self, region: ast.stmt) -> bool:
        """Whether a function holds a marked line."""
        return any(line in _lines(region) for line in self.hints.lines)

    def _of_region(self, region: ast.stmt) -> int:
        if self.is_marked(region):
            return 0
        name = self.source.called(region).strip("_").lower()
        if isinstance(region, ast.FunctionDef):
            if region in self._walks:
                return 1
            if not self.few and any(word in name for word in self.hints.operators):
                return 2
            words = (*self.hints.operators, *self.hints.words)
            if not self.few or any(word in name for word in words) or name == "init":
                return 1
            made = (each for each in ast.walk(region) if isinstance(each, ast.Attribute))
            made = (each for each in made if isinstance(each.ctx, ast.Store))
            return 1 if any(each.attr == self.source.inputs for each in made) else 2
        return 1

    def _of_walks(self) -> Iterator[ast.stmt]:
        """What `backward` and its like call, but for the rules."""
        for name in WALKS:
            for each in reached(self.source.tree, [name]):
                if each.name != "_backward":
                    yield each

    def _of_operators(self) -> Iterator[int]:
        operators = [each for each in self.hints.operators if each in NAMES]
        for operator in operators if self.few else ():
            for region in regions(self.source.tree, operator, f"__{operator}__"):
                yield from range(region.first, region.last + 1)
                for node in _called(self.source.tree, region.nodes):
                    yield from _lines(node)


def _called(tree: ast.Module, nodes: Sequence[ast.AST]) -> Iterator[ast.stmt]:
    """The classes and functions of the module that a rule is handed to; the class of the nodes,
    which every operator makes, is none of them."""
    names = {
        each.func.id
        for node in nodes
        for each in ast.walk(node)
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
    }
    for each in tree.body:
        if isinstance(each, ast.ClassDef | ast.FunctionDef) and each.name in names:
            inner = (getattr(node, "name", "") for node in ast.walk(each))
            if "__add__" not in inner:
                yield each


def _lines(node: ast.stmt) -> range:
    first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
    return range(first, end_of(node) + 1)
