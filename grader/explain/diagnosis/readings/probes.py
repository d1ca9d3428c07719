"""The public programs from which the rules of an engine are read, always the same.

Each operator form is asked at eight points: as the root, and below a product, so that a gradient
arrives which is not 1. Then each side of each operator is asked twice of one node. What is right is
worked out from values alone (`grader.programs.slopes`): a student's copy has it too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from grader.programs.interpreter import Answer
from grader.programs.operators import JOIN, OPERATORS, SCALE, forms, names, operator_of
from grader.programs.program import Operand, Program, Step
from grader.programs.slopes import value_and_slopes

POINTS = (
    (1.3, 0.7, 1.9),
    (-0.8, 1.7, -0.6),
    (2.1, -1.1, 0.45),
    (0.35, 2.6, -1.7),
    (-1.9, -0.55, 1.15),
    (0.9, 1.45, 2.3),
    (-0.45, -1.6, -0.85),
    (1.75, 0.4, 0.65),
)
"""Left operand, right operand, and the factor that the product above has."""
EXPONENTS = (3, 2, 4, -1, 3, -2, 2, -1)
"""In place of the right operands, for powers."""
PENCIL = ((2.0, 3.0, -1.0), (3.0, -2.0, 2.0))
"""Numbers for a program that is shown: it can be worked through on paper."""
PENCIL_EXPONENTS = (3, 2)

Kind = Literal["root", "below", "twice", "both"]


@dataclass(frozen=True, slots=True)
class Probe:
    """One program with its right answer.

    form: as `grader.programs.program.form_of` names it. kind "root": the operator alone; "below": a
    product with `g` above it; "twice": the side is used by two nodes; "both": one node is on both
    sides. x, y: the operands, `y` a number where the form has one. shown: fit to be shown.
    """

    form: str
    kind: Kind
    x: float
    y: float
    g: float
    program: Program
    right: Answer
    side: int = 0
    shown: bool = False

    @property
    def operator(self) -> str:
        """The operator of the form."""
        return operator_of(self.form)


def operators() -> tuple[str, ...]:
    """Those that others may be made of come first."""
    basic = (JOIN, SCALE, *names("number"), *names("node"))
    return (*basic, *(name for name in names("nodes") if name not in basic))


def sides_of(form: str) -> tuple[int, ...]:
    """The operands of a form that are nodes, by their side: 0 is the left one."""
    return forms()[form].sides


def operands_in(operator: str, x: float, y: float) -> tuple[float, ...]:
    """The operands that an operator takes, of two."""
    return (x,) if OPERATORS[operator].takes == "node" else (x, y)


def probes() -> tuple[Probe, ...]:
    """All of them; first those that may be shown, small ones first."""
    return _probes(operators())


@cache
def _probes(_operators: tuple[str, ...]) -> tuple[Probe, ...]:
    made = [*_rules(PENCIL, PENCIL_EXPONENTS, shown=True), *_adding_up()]
    made += _rules(POINTS, EXPONENTS, shown=False)
    return tuple(made)


def _rules(
    points: tuple[tuple[float, float, float], ...], exponents: tuple[int, ...], shown: bool
) -> Iterator[Probe]:
    two = names("nodes")
    asked = [*operators(), *(form for name in two for form in (f"{name}_const", f"r{name}"))]
    kinds: tuple[Literal["root", "below"], ...] = ("root", "below")
    for kind in kinds:
        for form in asked:
            for (x, y, g), exponent in zip(points, exponents, strict=True):
                right = exponent if OPERATORS[operator_of(form)].takes == "number" else y
                yield _rule(form, kind, x, right, g, shown)


def _rule(
    form: str, kind: Literal["root", "below"], x: float, y: float, g: float, shown: bool
) -> Probe:
    made = forms()[form]
    operator, sides = made.operator.name, made.sides
    slots = ("a", "b")[: len(sides)]
    values = (y, x) if made.number == "left" else (x, y)
    steps: list[Step] = [("leaf", slot, values[place]) for place, slot in enumerate(slots)]
    top = "L"
    plain = made.number or made.operator.takes == "number"
    operands = made.applied("a", (x if made.number == "left" else y) if plain else "b")
    data, slopes = value_and_slopes(operator, operands_in(operator, x, y))
    arriving = 1.0
    if kind == "below":
        top, arriving = "d", g
        steps.append(("leaf", "c", g))
    steps.append(("apply", top, operator, *operands))
    if kind == "below":
        steps.append(("apply", "L", SCALE, "d", "c"))
    steps += [("read", "data", (top,)), ("backward", "L"), ("read", "grad", slots)]
    right = (data, *(slopes[side] * arriving for side in sides))
    return Probe(form, kind, x, y, arriving, Program(tuple(steps)), right, shown=shown)


def _adding_up() -> Iterator[Probe]:
    for name in names("nodes"):
        yield from (_both(name, 3.0, below) for below in (False, True))
    for name in operators():
        for side in sides_of(name):
            yield from (_twice(name, side, first) for first in (True, False))


def _both(name: str, x: float, below: bool) -> Probe:
    """One node on both sides: a + a."""
    data, slopes = value_and_slopes(name, (x, x))
    g, top = (2.0, "d") if below else (1.0, "L")
    steps: list[Step] = [("leaf", "a", x)]
    if below:
        steps.append(("leaf", "c", g))
    steps.append(("apply", top, name, "a", "a"))
    if below:
        steps.append(("apply", "L", SCALE, "d", "c"))
    steps += [("read", "data", (top,)), ("backward", "L"), ("read", "grad", ("a",))]
    return Probe(name, "both", x, x, g, Program(tuple(steps)), (data, sum(slopes) * g), shown=True)


def _twice(name: str, side: int, first: bool) -> Probe:
    """Two nodes of one operator on one input, each below a product of its own."""
    x, others, factors = 2.0, (3.0, 5.0), (2.0, 7.0) if first else (7.0, 2.0)
    steps: list[Step] = [("leaf", "a", x)]
    data, total = [], 0.0
    for place, (other, factor) in enumerate(zip(others, factors, strict=True)):
        slot, node = ("b", "c")[place], ("d", "e")[place]
        operands: tuple[Operand, ...] = ("a",)
        if len(sides_of(name)) == 2:
            steps.append(("leaf", slot, other))
            operands = ("a", slot) if side == 0 else (slot, "a")
        elif OPERATORS[name].takes == "number":
            operands = ("a", int(other))
        steps.append(("apply", node, name, *operands))
        steps.append(("apply", node.upper(), SCALE, node, factor))
        pair = (x, other) if side == 0 else (other, x)
        value, slopes = value_and_slopes(name, operands_in(name, *pair))
        data.append(value * factor)
        total += slopes[side] * factor
    steps += [("apply", "L", JOIN, "D", "E"), ("read", "data", ("L",)), ("backward", "L")]
    steps.append(("read", "grad", ("a",)))
    program = Program(tuple(steps))
    return Probe(name, "twice", x, others[0], factors[0], program, (sum(data), total), side, True)
