"""The common engine that every misconception changes in one place, and the record of one.

`CommonEngine` is right by the contract: the described engine (`explain.described`) with rules that
are written out and a walk over the graph. Each node whose inputs could be walked in either order
takes a bit of `turns`: 0 for left first. A belief is a class that overrides *one* of its
methods, so two beliefs at once are two classes on one base (`combined`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from grader.explain import described
from grader.explain.described import DescribedEngine, EngineClass, Node, Operand, WrongEngineRaises
from grader.programs.interpreter import Answer, run
from grader.programs.program import Program
from grader.programs.slopes import value_and_slopes

__all__ = [
    "CommonEngine",
    "EngineClass",
    "Misconception",
    "Node",
    "Operand",
    "WrongEngineRaises",
    "believed",
    "combined",
    "listed_and_set",
    "reachable",
    "records",
]


class CommonEngine(DescribedEngine):
    """Right by the contract, and slow enough to read."""

    def value_and_slopes(
        self, operator: str, x: tuple[float, ...]
    ) -> tuple[float, tuple[float, ...]]:
        """An operator's value and its slopes with respect to its operands."""
        data, slopes = value_and_slopes(operator, x)
        return data, self.slopes(operator, x, data, slopes)

    def slopes(
        self, operator: str, x: tuple[float, ...], data: float, right: tuple[float, ...]
    ) -> tuple[float, ...]:
        """The slopes that the rule uses; `right` are the right ones."""
        return right

    def turned(self, listed: tuple[Node, ...]) -> tuple[Node, ...]:
        """The remembered inputs in the order in which they will be walked."""
        if len(listed) < 2:
            return listed
        left, right = listed
        if left is right:
            return listed[:1] if self.as_set else listed
        if not (left.sources or right.sources) or "const" in (left.operator, right.operator):
            return listed
        self.turnable += 1
        return (right, left) if self.turns >> (self.turnable - 1) & 1 else listed

    def run(self, program: Program) -> Answer:
        """The answer to a program: this engine finds its way by itself."""
        return run(program, self)

    def order(self, root: Node) -> list[Node]:
        """The nodes in the order in which their rules run: the root first."""
        order: list[Node] = []
        _postorder(root, set(), order)
        order.reverse()
        return order

    def reached(self, root: Node) -> list[Node]:
        """Every node below the root, itself first."""
        return reachable(root)


def _postorder(node: Node, seen: set[Node], order: list[Node]) -> None:
    """List a node after its inputs. (Inside `order`, this function would hold itself and them.)"""
    if node not in seen:
        seen.add(node)
        for source in node.listed:
            _postorder(source, seen, order)
        order.append(node)


def reachable(root: Node) -> list[Node]:
    """Every node below the root, itself first."""
    found, stack = {root: None}, [root]
    while stack:
        for source in stack.pop().listed:
            if source not in found:
                found[source] = None
                stack.append(source)
    return list(found)


@dataclass(frozen=True, slots=True)
class Misconception:
    """A wrong belief: an engine that holds it, and what to tell a student whose numbers it gives.

    explanation: goes on after "an engine that"; then what to ask oneself. Never the code.
    engines: the engine, in each form that the belief takes (for one operator or another, inputs in
    a list or a set); by_order: whether the order in which inputs are walked can change its answers.
    """

    id: str
    family: str
    exercises: frozenset[str]
    explanation: str
    engines: tuple[EngineClass, ...]
    by_order: bool


Declared = TypeVar("Declared")
_ATTRIBUTE = "__misconception__"


def believed(id: str, *exercises: str, by_order: bool = False) -> Callable[[Declared], Declared]:
    """Declare a misconception: an engine class, or a function that returns several forms of one.

    The docstring is the explanation; the module's name says the family. All can appear in the exam.
    """

    def declare(source: Declared) -> Declared:
        record = Misconception(
            id=id,
            family=source.__module__.rpartition(".")[2].partition("_")[0],
            exercises=frozenset((*exercises, "engine")),
            explanation=" ".join((source.__doc__ or "").split()),
            engines=(source,) if isinstance(source, type) else tuple(cast(Any, source)()),
            by_order=by_order,
        )
        setattr(source, _ATTRIBUTE, record)
        return source

    return declare


def records(*declared: object) -> tuple[Misconception, ...]:
    """The misconceptions that were declared on these classes and functions."""
    return tuple(getattr(source, _ATTRIBUTE) for source in declared)


def listed_and_set(engine: EngineClass) -> tuple[EngineClass, ...]:
    """The engine with its inputs in a list and in a set: they differ for `s * s`."""
    return engine, type(f"{engine.__name__}OnSets", (engine,), {"as_set": True})


def combined(*engines: EngineClass, style: int = CommonEngine.style) -> EngineClass:
    """All of these beliefs on one base, with operators made as `style` says."""
    return described.combined(*(engines or (CommonEngine,)), style=style)
