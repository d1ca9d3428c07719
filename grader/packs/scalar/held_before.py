"""What leaves hold before a call, and values that no float can hold.

What one can do with it:

* `held(graphs)`: such graphs, whose leaves hold what others have sent them;
* `equal_leaves_again()`, `leaf_below_zero()`: of two equal leaves one; a leaf that gets 0;
* `no_finite_value()`: values that are too large, above gradients that are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from grader.checks.families import graph
from grader.packs.scalar.inputs import UPSTREAM
from grader.packs.scalar.properties import built, made_once
from grader.programs.operators import JOIN, SCALE
from grader.programs.program import Program, Step


@made_once
def held(programs: tuple[Program, ...]) -> Iterator[Program]:
    """The same graphs, whose leaves hold what another graph has sent them: all of it stays."""
    for program in programs:
        steps, root = built(program)
        named = program.leaves
        first: list[Step] = [("leaf", name, x) for name, x in named.items()]
        first += [
            ("leaf", f"held{n}", u) for n, u in zip(range(len(named)), HELD * 9, strict=False)
        ]
        for number, name in enumerate(named):
            first += [("apply", "first", SCALE, name, f"held{number}"), ("backward", "first")]
        later = [step for step in steps if step[0] != "leaf"]
        yield Program((*first, *later, ("backward", root), ("read", "grad", tuple(named))))


HELD = (-7.5, 1.23456789e-5, 3e9)
"""What leaves hold: of either sign, so small that each digit counts, and large."""


@cache
def leaf_below_zero() -> tuple[Program, ...]:
    """A leaf that gets 0."""
    return (graph({"a": 1.5, "b": 0.0}, [("apply", "L", SCALE, "a", "b")]),)


@cache
def equal_leaves_again() -> tuple[Program, ...]:
    """Leaves that hold the same number, one of which holds a gradient of another graph already."""
    first: list[Step] = [("leaf", "a", 2.0), ("leaf", "b", 2.0), ("leaf", "c", UPSTREAM)]
    first += [("apply", "L", SCALE, "a", "c"), ("backward", "L")]
    last: list[Step] = [("backward", "M"), ("read", "grad", ("a", "b", "c"))]
    return tuple(
        Program((*first, ("apply", "M", JOIN, *sides), *last)) for sides in (("a", "b"), ("b", "a"))
    )


@cache
def no_finite_value() -> tuple[Program, ...]:
    """Values that are too large for a float, above gradients that are not."""
    steps = [("apply", "_1", SCALE, "a", "b"), ("apply", "L", JOIN, "_1", "b")]
    return (
        graph({"a": 1e200, "b": -1e200}, steps[:1], root="_1"),
        graph({"a": 1e200, "b": -1e200}, steps),
    )
