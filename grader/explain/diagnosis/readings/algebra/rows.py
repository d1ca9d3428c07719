"""What an operator contributed at the points of the probes, and what was read from that."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from grader.explain.diagnosis.readings.algebra.formulas import ByExponent, Formula
from grader.explain.diagnosis.readings.probes import operands_in, sides_of
from grader.programs.compare import same_answer
from grader.programs.operators import OPERATORS, operator_of

Terms = Mapping[str, float]
FAR_OUT = 700.0
"""Beyond this, the exponential does not fit a float."""
FEW = 5
"""From fewer points than this, only short formulas are believed."""


@dataclass(frozen=True, slots=True)
class Row:
    """What an operator contributed at one point. terms: what its rule could see there."""

    terms: Terms
    value: float
    right_value: float
    found: tuple[float, ...]
    right: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class RuleReading:
    """A wrong value or contribution. side -1: the value; `formula` None: no formula was found.

    split: a term by whose sign the rule decides; then `formula` is what it contributes where the
    term is above 0, `otherwise` what it does elsewhere. by_exponent: a rule of powers in which a
    number is another one for each exponent.
    """

    form: str
    side: int
    formula: Formula | None
    right: Formula | None
    split: str = ""
    otherwise: Formula | None = None
    by_exponent: ByExponent | None = None
    rows: tuple[Row, ...] = field(default=(), compare=False)

    def at(self, terms: Terms) -> float | None:
        """What it contributes where the terms have these values; None where nobody knows."""
        if self.by_exponent is not None:
            return self.by_exponent.at(terms)
        formula = self.otherwise if self.split and terms[self.split] <= 0 else self.formula
        if formula is None:
            return None
        try:
            return formula.at(terms)
        except (ArithmeticError, ValueError):
            return None

    @property
    def is_riddle(self) -> bool:
        """Whether something is wrong and nothing says how."""
        return self.formula is None and self.by_exponent is None


def all_are_riddles(readings: Sequence[RuleReading], operators: Sequence[str]) -> bool:
    """Whether each of several operators is wrong, and not one in a way that can be read."""
    wrong = {reading.form for reading in readings if reading.is_riddle}
    return len(operators) > 1 and wrong >= {*operators} and all(r.is_riddle for r in readings)


def terms_of(form: str, x: float, y: float, out: float, g: float) -> dict[str, float]:
    """What a rule can see, in a student's words."""
    terms = {"self.data": x}
    operator = operator_of(form)
    if OPERATORS[operator].takes == "nodes":
        mine, others = (y, x) if sides_of(form) == (1,) else (x, y)
        terms = {"self.data": mine, "other.data": others}
    elif operator == "pow":
        terms["n"] = y
        if x:
            terms["self.data**(n - 1)"] = x ** (y - 1)
    elif operator == "exp":
        terms["math.exp(self.data - 1)"] = math.exp(min(x, FAR_OUT) - 1)
    elif operator == "relu":
        terms["(self.data > 0)"] = float(x > 0)
    return {**terms, "out.data": out, "out.grad": g}


def table_of(rows: Sequence[Row]) -> dict[str, list[float]]:
    """The terms that all rows have, with the numbers that any formula may use."""
    names = [name for name in rows[0].terms if all(name in row.terms for row in rows)]
    table = {name: [row.terms[name] for row in rows] for name in names}
    return {**table, "1": [1.0] * len(rows), "2": [2.0] * len(rows)}


def is_wrong(rows: Sequence[Row]) -> bool:
    """Whether any contribution is not the right one."""
    return any(not same_answer(row.found, row.right) for row in rows)


def operation_of(form: str, x: float, y: float) -> tuple[str, tuple[float, ...]]:
    """The operator of a form and its operands."""
    operator = operator_of(form)
    return operator, operands_in(operator, x, y)


def operands_of(form: str, terms: Terms) -> tuple[float, float, float]:
    """The operands, the left one first, and the gradient that arrived."""
    mine, others = terms["self.data"], terms.get("other.data", terms.get("n", 0.0))
    pair = (others, mine) if sides_of(form) == (1,) else (mine, others)
    return (*pair, terms["out.grad"])
