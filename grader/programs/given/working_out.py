"""Work out which nodes each call of a program has to do with, and the orders that are right.

For installs that have our engines; a student's copy has what `topograde release answers` recorded
of public programs, and neither this walk nor the choice among orders (`programs/given`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, permutations

from grader.programs.given.calls import MOST_INNER, MOST_MADE, MOST_ORDERS, Call, Visits
from grader.programs.program import Program, Step

Inputs = Sequence[tuple[int, ...]]


@lru_cache(maxsize=20_000)
def worked_out(program: Program) -> Visits | None:
    """The visits of each call of `backward` and `zero_grad`; None for a large program, or one with
    steps that only student code can run."""
    made: list[tuple[int, ...]] = []
    held: dict[str, int] = {}
    calls = []
    for step in _written_out(program.steps):
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


def _written_out(steps: Sequence[Step]) -> Iterator[Step]:
    for step in steps:
        if step[0] == "repeat":
            for _ in range(step[1]):
                yield from _written_out(step[2])
        else:
            yield step


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
