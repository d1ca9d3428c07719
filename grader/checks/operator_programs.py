"""Small programs that show whether one operator form is right, all by itself.

What one can do with it:

* `values(form)` and `slopes(form)`: the operator at the root, its value and its slopes;
* `upstreams(form, by)`: the same below an operator that sends down a gradient that is not 1;
* `sums(form, join)`: one input used twice, on one side and on both.

They are public and fixed. `judging.probes` asks an engine all of them before its checks, and
makes the context of the checks of what is right; the operator's own checks ask them too, so that an
operator that is left out of a context has lost a check of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from grader.checks.families import graph
from grader.programs.operators import JOIN, OPERATORS, forms
from grader.programs.program import Program, Step

POINTS = ((1.3, 0.7), (-0.6, 1.7), (2.1, -0.4))
NUMBERS = (2.5, 0.75, 4)
FACTOR = -1.5


def applied(form: str, slot: str, left: str, right: str, point: int) -> Step:
    """One step of the form; `right` is not used where the form has one node."""
    made = forms()[form]
    other: str | float = right
    if made.number:
        other = NUMBERS[point]
    elif made.operator.takes == "number":
        other = made.operator.numbers[point]
    return ("apply", slot, made.operator.name, *made.applied(left, other))


@cache
def values(form: str) -> tuple[Program, ...]:
    """The form's value at each point; nothing else is asked, so nothing else can be wrong."""
    return tuple(
        Program((*leaves, applied(form, "L", "a", "b", point), ("read", "data", ("L",))))
        for point, (a, b) in enumerate(POINTS)
        for leaves in [[("leaf", "a", a), ("leaf", "b", b)][: len(forms()[form].sides)]]
    )


@cache
def slopes(form: str) -> tuple[Program, ...]:
    """The form at the root, at each point."""
    return tuple(
        _finished(form, point, [applied(form, "L", "a", "b", point)])
        for point in range(len(POINTS))
    )


@cache
def upstreams(form: str, by: str) -> tuple[Program, ...]:
    """The form below another operator, which sends down a gradient that is not 1."""
    return tuple(
        _finished(form, point, [applied(form, "t", "a", "b", point), *_above(by, "t")])
        for point in range(len(POINTS))
    )


@cache
def sums(form: str, join: str | None) -> tuple[Program, ...]:
    """One input used twice: by two nodes of the form on each side, and on both sides of one.

    An operator with two sides joins its own results; another one needs `join` for that, and there
    is no program without it.
    """
    if len(forms()[form].sides) == 2:
        return tuple(_with_itself(form))
    return () if join is None else tuple(_with_join(form, join))


def _with_itself(form: str) -> Iterator[Program]:
    def of(*steps: tuple[str, str, str]) -> list[Step]:
        return [("apply", slot, form, left, right) for slot, left, right in steps]

    yield _finished(form, 0, of(("L", "a", "a")))
    yield _finished(form, 0, of(("t", "a", "b"), ("u", "a", "c"), ("L", "t", "u")))
    yield _finished(form, 0, of(("t", "b", "a"), ("u", "c", "a"), ("L", "t", "u")))
    yield _finished(form, 1, of(("t", "a", "b"), ("L", "t", "a")))
    yield _finished(form, 1, of(("t", "a", "b"), ("L", "a", "t")))


def _with_join(form: str, join: str) -> Iterator[Program]:
    for point in range(len(POINTS)):
        first = applied(form, "t", "a", "", point)
        yield _finished(form, point, [first, ("apply", "L", join, "t", "a")])
        yield _finished(form, point, [first, ("apply", "L", join, "a", "t")])


def _above(by: str, slot: str) -> Sequence[Step]:
    """Steps from a node to the root `L`."""
    row = OPERATORS[by]
    if by == JOIN:  # the sum of a node with itself has the slope 2
        return [("apply", "L", by, slot, slot)]
    if row.takes == "nodes":
        return [("apply", "L", by, slot, "c")]
    return [("apply", "L", by, slot, *((2,) if row.takes == "number" else ()))]


def _finished(form: str, point: int, steps: Sequence[Step]) -> Program:
    a, b = POINTS[point]
    return graph({"a": a, "b": b, "c": FACTOR}, steps)
