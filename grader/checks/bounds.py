"""Whether a program keeps within bounds: then two right engines differ by less than the tolerance.

`well_behaved` keeps programs away from kinks, from rounding trouble and from what the contract does
not judge.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import cache
from itertools import cycle, pairwise
from typing import Any

from grader.programs.compare import ABSOLUTE, RELATIVE
from grader.programs.interpreter import run
from grader.programs.operators import OPERATORS, anywhere
from grader.programs.program import Program
from grader.programs.reference import Node, ReferenceEngine

# How far drawn and frozen numbers may go: beyond these, two right engines could differ by rounding.
LARGEST = 1e3
SMALLEST = 1e-3


def well_behaved(program: Program, apart: bool = False, agreed: bool = False) -> bool:
    """Whether every right engine gets the same numbers, by a wide margin.

    Values and gradients stay under 1e3, operands away from kinks, from zero divisors and from
    saturated tanh. With `apart`, no two values in the graph coincide either, so that no wrong
    rule gives a right number by chance. With `agreed`, they also bear being disturbed (`agrees`).
    """
    engine = _WatchingEngine()
    try:
        right = run(program, engine)
    except (ArithmeticError, ValueError):
        return False
    made = engine.made
    if not all(_operand_is_fine(node) for node in made):
        return False
    if any(abs(node.data) > LARGEST or abs(node.grad) > LARGEST for node in made):
        return False
    if agreed and not _bears(program, right, tries=1):
        return False
    return not apart or _are_apart(_without_twins(made))


def agrees(program: Program, tries: int = 2) -> bool:
    """Whether two right engines give the same numbers: the rule for programs that are fixed.

    A relative change of 1e-15 in any value or slope on the way must move no judged number by a
    tenth of the tolerance. All are changed at once, each up or down by chance, a hundred times as
    far, and `tries` times: what one of them alone can do shows in that too.
    """
    return _bears(program, run(program, ReferenceEngine()), tries)


def _bears(program: Program, right: Sequence[float], tries: int) -> bool:
    return all(
        all(map(_is_close, right, run(program, _DisturbedEngine(seed))))
        for seed in range(1, tries + 1)
    )


UNIT = 1e-15


def _is_close(one: float, other: float) -> bool:
    if one == other or (math.isnan(one) and math.isnan(other)):
        return True
    return abs(one - other) <= 100 * 0.1 * (ABSOLUTE + RELATIVE * abs(one))


@cache
def _factors(seed: int) -> tuple[float, ...]:
    """Each up or down by chance: more than a program that is drawn has numbers."""
    size, choice = 100 * UNIT, random.Random(seed).choice
    return tuple(choice((1.0 - size, 1.0 + size)) for _ in range(10_000))


class _DisturbedEngine(ReferenceEngine):
    """All of its values and slopes are a little off."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.factors = cycle(_factors(seed))

    def off(self, number: float) -> float:
        return number * next(self.factors)

    def apply(self, operator: str, operands: Sequence[Any]) -> Node:
        node = super().apply(operator, operands)
        node.data = self.off(node.data)
        by_value = OPERATORS[operator].by_value
        if by_value is not None:
            node.slopes = (by_value(node.data),)
        node.slopes = tuple(map(self.off, node.slopes))
        return node


class _WatchingEngine(ReferenceEngine):
    """It remembers every node it makes."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[Node] = []

    def leaf(self, value: float) -> Node:
        node = super().leaf(value)
        self.made.append(node)
        return node

    def apply(self, operator: str, operands: Sequence[Any]) -> Node:
        node = super().apply(operator, operands)
        self.made.append(node)
        return node


def _operand_is_fine(node: Node) -> bool:
    calm = OPERATORS[node.operator].calm if node.operator else anywhere
    return calm(*(source.data for source in node.inputs))


def _without_twins(made: Sequence[Node]) -> list[float]:
    """The values of the nodes, one for nodes that are made of the same inputs in the same way."""
    keys: dict[int, object] = {}
    values: dict[object, float] = {}
    for node in made:
        inputs = tuple(keys.get(id(source), source.data) for source in node.inputs)
        keys[id(node)] = key = (node.operator, inputs) if inputs else id(node)
        values.setdefault(key, node.data)
    return list(values.values())


def _are_apart(values: list[float]) -> bool:
    ordered = sorted({abs(value) for value in values})
    if len(ordered) < len(values) or any(abs(value) < SMALLEST for value in values):
        return False
    gaps = pairwise(ordered)
    return all(high - low > SMALLEST * max(1.0, low) for low, high in gaps)
