"""Fixed inputs at which a wrong rule shows: numbers of every kind, ends of functions, equal values.

What one can do with it:

* `with_numbers(form)`, `equal_numbers(form)`, `two_numbers(form)`: a plain number of each kind on
  one side of an operator, beside other values and beside its own; two in a row;
* `binary_values(operator)`, `equal_values(operator)`: zeros, small and large operands; two
  nodes with one value;
* `points(function)`, `with_exponents(operator)`: a function close to 0 and far from it; exponents
  of every kind;
* `many_terms()`: a long list for `sum`.

They are the same for every hand-in. A test shows that each is one on which two right engines
agree: a relative change of 1e-15 in any value moves no judged number by a tenth of the tolerance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from grader.checks.families import graph
from grader.programs.compare import ABSOLUTE
from grader.programs.operators import JOIN, OPERATORS, SCALE, TOTAL, Form, Operator, forms
from grader.programs.program import Program, Step
from grader.programs.slopes import value_and_slopes

NUMBERS: tuple[float, ...] = (
    *(0, 1, -1, -2, 2, -3, 50),
    *(0.0, 1.0, -0.5, 0.5, 2.5, 1e-3, -1e-3, 1e3),
    *(3e-7, 1e-7, 0.1234561, 0.1234562, 1_000_003, 1e-10, -1e10),
)
"""Whole and fractional, of either sign, equal and nearly equal; -1 and -2 have the same hash."""

LEAVES = (-1.5, 0.75, 2.5)
"""Leaves beside the numbers, to which each number is added, and so on."""

UPSTREAM = -3.0
LARGE = 1e300
"""What a product with it makes too large for a float."""


@cache
def with_numbers(form: str) -> tuple[Program, ...]:
    """`a + n` ("add_const") or `n + a` ("radd") for every number, at the root and below it."""
    made = forms()[form]
    return tuple(
        _below(leaf == LEAVES[0], {"a": leaf}, (made.operator.name, *made.applied("a", number)))
        for number in NUMBERS
        for leaf in LEAVES
        if leaf != number and made.operator.defined(*made.applied(leaf, number))
    )


@cache
def two_numbers(form: str) -> tuple[Program, ...]:
    """Two numbers in a row, which must not be made one: `(a + 2) + 0.5`."""
    made = forms()[form]
    return tuple(
        graph(
            {"a": 0.75},
            [
                _with(made, "_1", "a", number),
                _with(made, "L", "_1", 1 / number),
            ],
        )
        for number in made.operator.in_a_row
    )


@cache
def equal_numbers(form: str) -> tuple[Program, ...]:
    """A node and a plain number that are equal: the number is no node of the graph."""
    made = forms()[form]
    return tuple(
        graph({"a": float(number)}, [_with(made, "L", "a", number)])
        for number in NUMBERS
        if made.operator.defined(number, number)
    )


def _with(form: Form, slot: str, node: str, number: float) -> Step:
    return ("apply", slot, form.operator.name, *form.applied(node, number))


@cache
def binary_values(operator: str) -> tuple[Program, ...]:
    """Zeros, ones, small and large operands of two leaves, at the root and below it."""
    row = OPERATORS[operator]
    return tuple(
        _below(at_root, {"a": a, "b": b}, (operator, "a", "b"))
        for a, b in PAIRS
        for at_root in (True, False)
        if row.defined(a, b) and (at_root or _differ(row, a, b))
    )


PAIRS = (
    *((0.0, 3.0), (1.0, 1e-3), (-1e-3, 1e3), (1.0, 2.5), (-2.0, 2.0), (2.5, 1.0)),
    *((5.0, 1000.0), (1e3, -7.0), (3.0, 0.0), (0.0, 0.0), (1e-12, 700.0)),
    *((-1.0, 0.5), (3e7, 2e8), (0.5, 1e-10), (1e150, 3.0), (1e100, -2e80)),
    (1.5, 1.5 + 2**-31),
)
"""The last two numbers are equal to whoever compares with a tolerance."""


def _differ(row: Operator, a: float, b: float) -> bool:
    """Whether no two nodes of the graph have one number: what is equal is asked by itself."""
    value = float(row.value(a, b))
    return len({a, b, value, UPSTREAM, UPSTREAM * value}) == 5


def _below(at_root: bool, leaves: dict[str, float], operation: Sequence[str | float]) -> Program:
    """One operation, which is the root or is used by a product."""
    if at_root:
        return graph(leaves, [("apply", "L", *operation)])
    steps = [("apply", "_1", *operation), ("apply", "L", SCALE, "_1", "c")]
    return graph({**leaves, "c": UPSTREAM}, steps)


@cache
def equal_values(operator: str) -> tuple[Program, ...]:
    """Two leaves, and two inner nodes, that hold the same number."""
    leaves = {"a": 2.0, "b": 2.0}
    inner: list[Step] = [("apply", "_1", SCALE, "a", 3), ("apply", "_2", JOIN, "b", 4)]
    row = OPERATORS[operator]
    values = [x for x in (2.0, 1.0, -1.0, 0.0) if row.defined(x, x)]
    pairs = [pair for pair in (*PAIRS, (1.0, 1.0)) if row.defined(*pair)]
    return (
        *(
            _below(False, {"a": a, "b": b}, (operator, "a", "b"))
            for a, b in pairs
            if not _differ(row, a, b)
        ),
        *(graph({"a": x, "b": x}, [("apply", "L", operator, "a", "b")]) for x in values),
        graph(leaves, [*inner, ("apply", "L", operator, "_1", "_2")]),
        graph(leaves, [*inner, ("apply", "L", operator, "_2", "_1")]),
    )


@cache
def points(function: str, upstream: bool = True) -> tuple[Program, ...]:
    """The function at 0, close to it and far from it, on either side. upstream: below a product."""
    both_sides = dict.fromkeys(
        sign * point for point in OPERATORS[function].points for sign in (1.0, -1.0)
    )
    return tuple(_at(function, x, upstream) for x in both_sides)


@cache
def far_points(function: str, upstream: bool = True) -> tuple[Program, ...]:
    """The function where its slope is all but 0: at the root where none of it can be seen."""
    far = [sign * x for x in OPERATORS[function].far for sign in (1.0, -1.0)]
    slopes = [value_and_slopes(function, [x])[1][0] for x in far]
    return tuple(
        _at(function, x, upstream)
        for x, slope in zip(far, slopes, strict=True)
        if upstream or abs(slope) < ABSOLUTE
    )


def _at(function: str, value: float, upstream: bool) -> Program:
    if upstream:
        return _with_upstream((function, "a"), value)
    return graph({"a": value}, [("apply", "L", function, "a")])


def _with_upstream(operation: Sequence[str | float], value: float) -> Program:
    if value == 0:  # a product with 0 would hold the same number as its operand
        steps: list[Step] = [("apply", "_1", *operation), ("apply", "_2", JOIN, "_1", "d")]
        steps.append(("apply", "L", SCALE, "_2", "c"))
        return graph({"a": value, "c": UPSTREAM, "d": 2.0}, steps)
    steps = [("apply", "_1", *operation), ("apply", "L", SCALE, "_1", "c")]
    name, *operands = operation
    large = abs(OPERATORS[str(name)].value(value, *operands[1:])) > LARGE
    return graph({"a": value, "c": 1 / UPSTREAM if large else UPSTREAM}, steps)


@cache
def many_terms() -> tuple[Program, ...]:
    """`sum` of a list of forty."""
    return (graph({"a": 1.5, "b": -0.7}, [("apply", "L", TOTAL, *["a", "b"] * 20)]),)


@cache
def with_exponents(operator: str) -> tuple[Program, ...]:
    """`a**n` for exponents of every kind and bases of either sign, also close to 0 and at it."""
    return tuple(_with_upstream((operator, "a", n), x) for x, n in OPERATORS[operator].pairs)
