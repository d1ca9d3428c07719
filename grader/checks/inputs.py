"""Fixed inputs at which a wrong rule shows: numbers of every kind, ends of functions, equal values.

What one can do with it:

* `with_numbers(form)`, `equal_numbers(form)`, `two_numbers(form)`: a plain number of each kind on
  one side of an operator, beside other values and beside its own; two in a row;
* `binary_values(operator)`, `equal_values(operator)`: zeros, small and large operands; two
  nodes with one value;
* `points(function)`, `powers()`: a function close to 0 and far from it; exponents of every kind.

They are the same for every hand-in. A test shows that each is one on which two right engines
agree: a relative change of 1e-15 in any value moves no judged number by a tenth of the tolerance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from grader.checks.families import graph
from grader.programs.program import Program, Step

NUMBERS: tuple[float, ...] = (
    *(0, 1, -1, -2, 2, -3, 50),
    *(0.0, 1.0, -0.5, 0.5, 2.5, 1e-3, -1e-3, 1e3),
    *(3e-7, 1e-7, 0.1234561, 0.1234562, 1_000_003),
)
"""Whole and fractional, of either sign, equal and nearly equal; -1 and -2 have the same hash."""

LEAVES = (-1.5, 0.75, 2.5)
"""Leaves beside the numbers, to which each number is added, and so on."""

BINARY = ("add", "sub", "mul", "truediv")
CONSTANT_FORMS = tuple(f"{name}_const" for name in BINARY)
REFLECTED_FORMS = tuple(f"r{name}" for name in BINARY)
UPSTREAM = -3.0


@cache
def with_numbers(form: str) -> tuple[Program, ...]:
    """`a + n` ("add_const") or `n + a` ("radd") for every number."""
    operator, left = operator_and_side(form)
    return tuple(
        graph({"a": leaf}, [_with(operator, left, "L", "a", number)])
        for number in NUMBERS
        for leaf in LEAVES
        if leaf != number and (operator != "truediv" or left or number != 0)
    )


@cache
def two_numbers(form: str) -> tuple[Program, ...]:
    """Two numbers in a row, which must not be made one: `(a + 2) + 0.5`."""
    operator, left = operator_and_side(form)
    numbers = (2, -0.5) if operator in ("add", "sub") else (2, -0.5, 1e-9, 1e9)
    return tuple(
        graph(
            {"a": 0.75},
            [
                _with(operator, left, "_1", "a", number),
                _with(operator, left, "L", "_1", 1 / number),
            ],
        )
        for number in numbers
    )


@cache
def equal_numbers(form: str) -> tuple[Program, ...]:
    """A node and a plain number that are equal: the number is no node of the graph."""
    operator, left = operator_and_side(form)
    return tuple(
        graph({"a": float(number)}, [_with(operator, left, "L", "a", number)])
        for number in NUMBERS
        if operator != "truediv" or number != 0
    )


def operator_and_side(form: str) -> tuple[str, bool]:
    """The operator of a form, and whether the number is on its left."""
    if form.endswith("_const"):
        return form.removesuffix("_const"), False
    return form.removeprefix("r"), True


def _with(operator: str, left: bool, slot: str, node: str, number: float) -> Step:
    return ("apply", slot, operator, *((number, node) if left else (node, number)))


@cache
def binary_values(operator: str) -> tuple[Program, ...]:
    """Zeros, ones, small and large operands of two leaves."""
    pairs = [(0.0, 3.0), (1.0, 1e-3), (-1e-3, 1e3), (1.0, 2.5), (-2.0, 2.0)]
    pairs += [(5.0, 1000.0), (1e3, -7.0)]
    if operator != "truediv":
        pairs += [(3.0, 0.0)]
    step = ("apply", "L", operator, "a", "b")
    return tuple(graph({"a": a, "b": b}, [step]) for a, b in pairs)


@cache
def equal_values(operator: str) -> tuple[Program, ...]:
    """Two leaves, and two inner nodes, that hold the same number."""
    leaves = {"a": 2.0, "b": 2.0}
    inner: list[Step] = [("apply", "_1", "mul", "a", 3), ("apply", "_2", "add", "b", 4)]
    values = (2.0, 1.0, -1.0) if operator == "truediv" else (2.0, 1.0, -1.0, 0.0)
    return (
        *(graph({"a": x, "b": x}, [("apply", "L", operator, "a", "b")]) for x in values),
        graph(leaves, [*inner, ("apply", "L", operator, "_1", "_2")]),
        graph(leaves, [*inner, ("apply", "L", operator, "_2", "_1")]),
    )


_SMALL = (1e-9, 1e-6, 1e-3, 0.04, 0.3)
_POINTS = {
    "neg": (0.0, *_SMALL, 5.0, 1000.0),
    "relu": (*_SMALL, 5.0, 12.0, 25.0, 1000.0),
    "exp": (0.0, *_SMALL, 5.0, 12.0, 25.0),
    "tanh": (0.0, *_SMALL, 1.5, 3.0, 5.0),
}
FAR = (12.0, 25.0)
"""Where a tanh by way of exp(2x) still has a number, but not always the slope."""


@cache
def points(function: str, upstream: bool = True) -> tuple[Program, ...]:
    """The function at 0, close to it and far from it, on either side. upstream: below a product."""
    both_sides = dict.fromkeys(sign * point for point in _POINTS[function] for sign in (1.0, -1.0))
    return tuple(_at(function, x, upstream) for x in both_sides)


@cache
def far_points(upstream: bool = True) -> tuple[Program, ...]:
    """`tanh` where it is 1 or -1 but for its last digits."""
    return tuple(_at("tanh", sign * x, upstream) for x in FAR for sign in (1.0, -1.0))


def _at(function: str, value: float, upstream: bool) -> Program:
    if upstream:
        return _with_upstream((function, "a"), value)
    return graph({"a": value}, [("apply", "L", function, "a")])


def _with_upstream(operation: Sequence[str | float], value: float) -> Program:
    if value == 0:  # a product with 0 would hold the same number as its operand
        steps: list[Step] = [("apply", "_1", *operation), ("apply", "_2", "add", "_1", "d")]
        steps.append(("apply", "L", "mul", "_2", "c"))
        return graph({"a": value, "c": UPSTREAM, "d": 2.0}, steps)
    steps = [("apply", "_1", *operation), ("apply", "L", "mul", "_1", "c")]
    return graph({"a": value, "c": UPSTREAM}, steps)


_EXPONENTS: tuple[float, ...] = (-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, -1.0, 0.0, 1.0, 2.0, 3.0)
_FRACTIONS = (0.5, -0.5, 1.5, 2.5, 1 / 3, 0.75, -1.25)


@cache
def powers() -> tuple[Program, ...]:
    """`a**n` for whole exponents and bases of either sign, fractions, and bases close to 0.

    At 0 itself exponents are above 0: a base of 0 to the power 0 has a check of its own.
    """
    asked = [(base, n) for base in (2.25, -1.5, 1.0, -1.0, 8.0) for n in _EXPONENTS]
    asked += [(base, n) for base in (2.25, 0.3, 8.0, 1.0) for n in _FRACTIONS]
    asked += [(base, n) for base in (1e-3, -1e-3) for n in (1, 2, 3, 2.0, -1)]
    asked += [(0.0, n) for n in (1, 2, 3, 4, 1.0, 2.0, 3.0, 1.5, 2.5)]
    return tuple(_with_upstream(("pow", "a", n), base) for base, n in asked)
