"""Every operation gives a new node that remembers its operands, whatever these were made by.

What one can do with it, by what `build_topo` lists:

* `at_numbers(form)`: at operands at which the value does not change, or is flat;
* `in_a_row(form)`: a form on its own result, and twice on the same operands;
* `above(form, others)`: each of the other forms on the result of this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from grader.packs.scalar.properties import applied
from grader.programs.operators import JOIN, TOTAL, Form, forms
from grader.programs.program import Program, Step

FLAT = (0.0, -1.5, 25.0, -1000.0)
"""Where a function is 0, or flat, or has a number that another operand could give."""
LEAVES = {"a": 1.5, "b": 0.75, "c": 0.4}
LARGEST = 100.0
"""Of a value that another operator is applied to."""


@cache
def in_a_row(form: str) -> tuple[Program, ...]:
    """Two or three in a row are neither their operands nor a constant; two made alike are two."""
    made = forms()[form]
    if form == TOTAL:  # one that is made of one node may be that node
        return ()
    row = [applied(made, "_1", "a", "a"), applied(made, "L", "_1", "_1")]
    twice = [applied(made, slot, "a", "b") for slot in ("_1", "_2")]
    return (
        _listed(1.5, row),
        _listed(1.5, [*row, applied(made, "L", "L", "L")]),
        _listed(1.5, [*twice, ("apply", "L", JOIN, "_1", "_2")]),
    )


@cache
def at_numbers(form: str) -> tuple[Program, ...]:
    """What is 0 or 1, or does not change, is made of its operands all the same."""
    made = forms()[form]
    if form == TOTAL:
        return ()
    one = applied(made, "L", "a", "b")
    found = [
        _listed(x, [one]) for x in FLAT if made.operator.defined(*applied(made, "L", x, 0.75)[3:])
    ]
    if made.operator.takes == "number" or (made.number and _changes(made, 1.5, 0)):
        zero: Step = ("apply", "L", made.operator.name, *made.applied("_1", 0))
        found.append(_listed(1.5, [applied(made, "_1", "a", "a"), zero]))
    return tuple(found)


def _listed(x: float, steps: list[Step]) -> Program:
    beside: list[Step] = [("leaf", "b", 0.75)] if any("b" in step[3:] for step in steps) else []
    return Program((("leaf", "a", x), *beside, *steps, ("topo", "L")))


def _changes(made: Form, node: float, number: float) -> bool:
    """Whether the number gives another value than the node's: `a + 0` may be `a`."""
    operands = made.applied(node, number)
    return made.operator.defined(*operands) and bool(made.operator.value(*operands) != node)


@cache
def above(form: str, others: frozenset[str]) -> tuple[Program, ...]:
    """`-(a - b)` is not `b - a`, nor is `(a + b) - b` made of `a` alone: all are in the list.

    others: the forms that may be used, besides sums; each has a result of this one for itself.
    """
    made = forms()[form]
    value = made.operator.value(*applied(made, "", LEAVES["a"], LEAVES["b"])[3:])
    if abs(value) > LARGEST:
        return ()
    steps: list[Step] = []
    pairs = [(forms()[other], sides) for other in sorted(others) for sides in _sides(made, other)]
    results = []
    for number, (other, sides) in enumerate(pairs):
        x, y = (value if side == "h" else LEAVES[side] for side in sides)
        if other.operator.defined(*applied(other, "", x, y)[3:]):
            left, right = (f"h{number}" if side == "h" else side for side in sides)
            steps.append(applied(made, f"h{number}", "a", "b"))
            steps.append(applied(other, f"_{number}", left, right))
            results.append(f"_{number}")
    for number, result in enumerate(results[1:]):
        steps.append(("apply", "t", JOIN, "t" if number else results[0], result))
    used = {item for step in steps for item in step[3:]}
    leaves = [("leaf", name, x) for name, x in LEAVES.items() if name in used]
    return (Program((*leaves, *steps, ("topo", "t"))),) if len(results) > 1 else ()


def _sides(made: Form, other: str) -> Iterator[tuple[str, str]]:
    if len(forms()[other].sides) < 2:
        yield ("h", "h")
        return
    yield from (("h", "c"), ("c", "h"), ("h", "a"))
    if len(made.sides) == 2:
        yield from (("h", "b"), ("b", "h"))
