"""An operand that is used elsewhere too, at numbers that may be special cases of a rule.

What one can do with it:

* `special(form)`: operands like 0, 1 and -1, exponents like 0 and 0.5, functions where they are
  flat: a rule adds there as well, and what is there already stays;
* `in_a_row(form, other)`: one operator on the result of another one, which is used above too;
* `often(form)`: an operand that one operator has twenty times;
* `inner(operator)`: an inner node that is the left or the right operand of two nodes;
* `by_others(graphs)`: inner nodes that have consumers which the root does not reach.

With `equal` the first gives the graphs in which two nodes hold the same number, which are asked by
themselves; without it the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product

from grader.checks.families import graph
from grader.packs.scalar.inputs import UPSTREAM
from grader.packs.scalar.properties import applied, built, made_once
from grader.programs.operators import JOIN, SCALE, Form, Operator, forms
from grader.programs.program import Program, Step

PAIRS = ((0.0, 3.0), (3.0, 0.0), (1.0, 2.5), (2.5, 1.0), (-1.0, 0.5), (2.25, -1.0))
NUMBERS = (0, 1, -1, 2, 0.0, 1.0)
EXPONENTS = (0, 1, 2, -1, 0.5, -0.5, 0.0, 1.0, 2.0)
ROWS = ((2, 0.5), (0.5, 2), (-1, -1), (3, 2))
"""Exponents in a row: at a negative number the second may see the first one's result only."""

OFTEN = 20
"""Uses of one operand: more than a few are counted."""


@cache
def special(form: str, equal: bool = False) -> tuple[Program, ...]:
    """The operator below sums with each of its operands, whose rules come first."""
    return tuple(_special(forms()[form], equal))


def _special(made: Form, equal: bool) -> Iterator[Program]:
    row = made.operator
    for pair in _operands(made):
        operands = made.applied(*pair)
        if not row.defined(*operands):
            continue
        value = row.value(*operands)
        leaves = dict(zip("ab", pair, strict=False)) if len(made.sides) == 2 else {"a": pair[0]}
        first = made.applied("a", "b" if "b" in leaves else pair[-1])
        steps: list[Step] = [("apply", "_1", row.name, *first)]
        held = [*leaves.values(), value]
        for number, (leaf, x) in enumerate(leaves.items(), 1):
            slot = "L" if number == len(leaves) else f"_{number + 1}"
            steps.append(("apply", slot, JOIN, steps[-1][1], leaf))
            held.append(held[-1] + x)
        if (len({*held}) < len(held)) is equal:
            yield graph(leaves, steps)


def _operands(made: Form) -> tuple[tuple[float, ...], ...]:
    row = made.operator
    if row.takes == "number":
        return (*((2.25, n) for n in EXPONENTS), *((0.0, n) for n in row.numbers if n > 0))
    if row.takes == "node":
        flat = (*row.far[:4:3], *(x for x, _ in row.magnified))
        points = (1.0, -1.5, *flat, *(() if row.kink else (0.0,)))
        return tuple((x, x) for x in points)
    return tuple((0.75, n) for n in NUMBERS) if made.number else PAIRS


@cache
def in_a_row(form: str, other: str) -> tuple[Program, ...]:
    """Two operators with one node each: neither is merged with the other."""
    return tuple(_in_a_row(forms()[form].operator, forms()[other].operator))


def _in_a_row(one: Operator, other: Operator) -> Iterator[Program]:
    both = one.takes == other.takes == "number"
    for a, numbers in product((1.3, -0.6), ROWS if both else ((2, 2),)):
        first = numbers[:1] if one.takes == "number" else ()
        second = numbers[1:] if other.takes == "number" else ()
        if not one.calm(a, *first):
            continue
        h = one.value(a, *first)
        if not other.calm(h, *second):
            continue
        steps = [("apply", "h", one.name, "a", *first), ("apply", "_1", other.name, "h", *second)]
        for sides in (("_1", "h"), ("h", "_1")):
            yield graph({"a": a}, [*steps, ("apply", "L", SCALE, *sides)])


@cache
def inner(operator: str) -> tuple[Program, ...]:
    """An inner node on the left of two nodes, on the right of two, and on either side of one; and
    the same beside another inner node."""
    made: list[Step] = [("apply", "h", JOIN, "a", "b"), ("apply", "k", JOIN, "a", "c")]
    sides = (
        *((("h", "c"), ("h", "d")), (("c", "h"), ("d", "h")), (("h", "d"), ("c", "h"))),
        *((("h", "k"), ("k", "h")), (("h", "k"), ("h", "k"))),
    )
    return tuple(
        graph(
            {"a": 1.25, "b": -0.5, "c": 2.1, "d": -0.35},
            [
                *(step for step in made if step[1] == "h" or "k" in both[0]),
                *(("apply", f"_{n}", operator, *each) for n, each in enumerate(both)),
                ("apply", "L", JOIN, "_0", "_1"),
            ],
            unused=True,
        )
        for both in sides
    )


@made_once
def by_others(programs: tuple[Program, ...]) -> Iterator[Program]:
    """The same graphs, each inner node of which has consumers that the root does not reach, too."""
    for program in programs:
        steps, root = built(program)
        inner = [step[1] for step in steps if step[0] == "apply"]
        pairs = pairwise(inner)
        outside = [("apply", f"o{n}", JOIN, *pair) for n, pair in enumerate(pairs)]
        read = ("read", "grad", tuple(program.leaves))
        yield Program((*steps, *outside, ("backward", root), read))


@cache
def often(form: str) -> tuple[Program, ...]:
    """The operator twenty times on the same operands: each time something is added there."""
    made = forms()[form]
    leaves = {"a": 1.5, "b": -0.75, "c": UPSTREAM}
    steps: list[Step] = [("alias", "t", "c")]
    for number in range(OFTEN):
        steps.append(applied(made, f"_{number}", "a", "b"))
        steps.append(("apply", "t", JOIN, "t", f"_{number}"))
    return (graph(leaves, [*steps, ("apply", "L", SCALE, "t", "c")]),)
