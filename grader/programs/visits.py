"""Which nodes each call of a program has to do with, and in which orders their rules may run."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice, permutations
from typing import NamedTuple, TypeAlias

from grader.programs.graph import unrolled
from grader.programs.program import Program

MOST_MADE = 400
"""Programs that make more nodes are about size: nothing is drawn of them, and nothing read."""
MOST_INNER = 5
"""Of a graph with at most so many results more orders than one are given,"""
MOST_ORDERS = 24
"""but no more than these."""

Inputs: TypeAlias = Sequence[tuple[int, ...]]


class Call(NamedTuple):
    """A call of `backward` or `zero_grad`: the steps of the program whose nodes take part.

    A step is named by how many nodes the program has made before it; `sum` of three makes three.
    orders: the steps with a rule, in orders that are right, the last one made first in the first
    of them. leaves: the others.
    """

    orders: tuple[tuple[int, ...], ...]
    leaves: tuple[int, ...]

    @property
    def steps(self) -> tuple[int, ...]:
        """All that take part."""
        return (*self.orders[0], *self.leaves)


@lru_cache(maxsize=20_000)
def visits(program: Program) -> tuple[Call, ...] | None:
    """The calls that the program makes, in repeated blocks too; None for a large program, or one
    with steps that only student code can run."""
    made: list[tuple[int, ...]] = []
    held: dict[str, int] = {}
    calls = []
    for step in unrolled(program.steps):
        kind, slot = step[0], step[1]
        if kind in ("leaf", "apply", "inplace"):
            operands = {"leaf": (), "inplace": (slot, step[-1])}.get(kind, step[3:])
            inputs = [held[item] for item in operands if isinstance(item, str)]
            if step[2] == "sum":
                made.append((inputs.pop(0),))
                for item in inputs:
                    made.append((len(made) - 1, item))
            else:
                made.append(tuple(inputs))
            held[slot] = len(made) - 1
            if len(made) > MOST_MADE:
                return None
        elif kind == "alias":
            held[slot] = held[step[2]]
        elif kind in ("backward", "zero"):
            calls.append(_call(held[slot], made))
        elif kind not in ("read", "set", "descend"):
            return None
    return tuple(calls)


def _call(root: int, made: Inputs) -> Call:
    below, stack = {root}, [root]
    while stack:
        for source in made[stack.pop()]:
            if source not in below:
                below.add(source)
                stack.append(source)
    inner = [number for number in sorted(below, reverse=True) if made[number]]
    leaves = [number for number in sorted(below, reverse=True) if not made[number]]
    orders = [tuple(inner)]
    if len(inner) <= MOST_INNER:
        orders = [*islice((o for o in permutations(inner) if _is_right(o, made)), MOST_ORDERS)]
    return Call(tuple(orders), tuple(leaves))


def _is_right(order: Sequence[int], made: Inputs) -> bool:
    """Whether each node comes before its inputs."""
    places = {number: place for place, number in enumerate(order)}
    return all(
        places.get(source, len(order)) > place
        for place, number in enumerate(order)
        for source in made[number]
    )
