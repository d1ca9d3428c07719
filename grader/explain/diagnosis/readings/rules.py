"""Read each operator's value and rule off an engine's answers to the probes.

A rule is what an operator contributes to each of its inputs, as a formula over what a student has
at hand: `self.data`, `other.data`, `out.data`, `out.grad`. What is wrong is read for one operator
at a time; one that is made of others (`a - b` as `a + -b`) inherits their mistakes, and has no
reading of its own. Where most operators are wrong, the rules are not to blame: nothing is
read.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from grader.explain.diagnosis.readings.formulas import Formula, combined, formulas_over
from grader.explain.diagnosis.readings.probes import (
    BINARY,
    OPERATORS,
    Probe,
    operator_of,
    probes,
    sides_of,
)
from grader.programs.compare import same_answer, same_number
from grader.programs.slopes import value_and_slopes
from grader.worker.observation import Observation

Terms = Mapping[str, float]
FAR_OUT = 700.0
"""Beyond this, the exponential does not fit a float."""
FEW = 5
"""From fewer points than this, only short formulas are believed."""
MOST_READ = 5
"""With more operators wrong than this, something that all of them share is."""


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
    term is above 0, `otherwise` what it does elsewhere. without: it does not use `out.grad`.
    """

    form: str
    side: int
    formula: Formula | None
    right: Formula | None
    split: str = ""
    otherwise: Formula | None = None
    rows: tuple[Row, ...] = field(default=(), compare=False)

    def at(self, terms: Terms) -> float | None:
        """What it contributes where the terms have these values; None where nobody knows."""
        formula = self.otherwise if self.split and terms[self.split] <= 0 else self.formula
        if formula is None:
            return None
        try:
            return formula.at(terms)
        except (ArithmeticError, ValueError):
            return None


def terms_of(form: str, x: float, y: float, out: float, g: float) -> dict[str, float]:
    """What a rule can see, in a student's words."""
    terms = {"self.data": x}
    operator = operator_of(form)
    if operator in BINARY:
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


class Readings:
    """The wrong rules of an engine, read from its answers to the probes.

    inherited: what is wrong in an operator because of those that it is made of.
    """

    def __init__(self, answers: Sequence[Observation]) -> None:
        self.answers = list(zip(probes(), answers, strict=True))
        self.readings: list[RuleReading] = []
        self.inherited: set[tuple[str, int]] = set()
        self.rows: dict[str, list[Row]] = {}
        self._asked: dict[tuple[str, str], list[tuple[Probe, Observation]]] = {}
        for probe, found in self.answers:
            if not probe.shown:
                self._asked.setdefault((probe.form, probe.kind), []).append((probe, found))
        self._factor_is_right = False
        self._read_factor()
        self._read_all()

    def of(self, form: str, side: int) -> RuleReading | None:
        """What was read of one side of a form."""
        return next((r for r in self.readings if (r.form, r.side) == (form, side)), None)

    @property
    def right_forms(self) -> frozenset[str]:
        """Forms with a plain number whose values and rules were read as right."""
        wrong = {reading.form for reading in self.readings} | {form for form, _ in self.inherited}
        return frozenset(self.rows.keys() - wrong - {*OPERATORS})

    def contribution(self, form: str, side: int, terms: Terms) -> float | None:
        """What the engine contributes there, by its reading, otherwise by what is right."""
        reading = self.of(form, side)
        if reading is not None:
            return reading.at(terms)
        mine, others = terms["self.data"], terms.get("other.data", terms.get("n", 0.0))
        operands = (others, mine) if sides_of(form) == (1,) else (mine, others)
        operator = operator_of(form)
        count = 2 if operator in BINARY or operator == "pow" else 1
        return value_and_slopes(operator, operands[:count])[1][side] * terms["out.grad"]

    def _all_by_one_factor(self) -> bool:
        """Whether every operator contributes the same multiple of what is right: then the root
        began with that number, and no rule is to blame."""
        rows = {form: self.rows[form] for form in OPERATORS if self.rows.get(form)}
        pairs = [
            p for each in rows.values() for r in each for p in zip(r.found, r.right, strict=True)
        ]
        factors = [found / right for found, right in pairs if right]
        first = factors[0] if factors else 1.0
        same = all(same_number(factor, first) for factor in factors)
        return len(rows) > 1 and same and not same_number(first, 1.0)

    def _read_factor(self) -> None:
        """The rule of `*` comes first: the gradient that arrives below a product depends on it."""
        self.rows["mul"] = self._rows("mul", "root")
        for side in (0, 1):
            self._read_side("mul", side, self.rows["mul"])

    def _arriving(self, data: float, factor: float) -> float | None:
        """The gradient that a product hands to its left input."""
        return self.contribution("mul", 0, terms_of("mul", data, factor, data * factor, 1.0))

    def _rows(self, form: str, kind: str) -> list[Row]:
        rows = []
        for probe, found in self._asked.get((form, kind), ()):
            answer = found.answer
            if answer is None or not all(type(number) is float for number in answer):
                return []
            row = self._row(probe, answer)
            if row is None:
                return []
            rows.append(row)
        return rows

    def _all_right(self, form: str) -> bool:
        """Whether every answer is right to the last digit; then there is nothing to read."""
        return self._factor_is_right and all(
            found.answer == probe.right and all(type(number) is float for number in found.answer)
            for kind in ("root", "below")
            for probe, found in self._asked.get((form, kind), ())
        )

    def _row(self, probe: Probe, answer: tuple[float, ...]) -> Row | None:
        value, *found = answer
        g = 1.0
        right = probe.right[1:]
        if probe.kind == "below":
            arriving = self._arriving(value, probe.g)
            if arriving is None:
                return None
            right = tuple(number / probe.g * arriving for number in right)
            g = arriving
        terms = terms_of(probe.form, probe.x, probe.y, value, g)
        return Row(terms, value, probe.right[0], tuple(found), right)

    def _read_all(self) -> None:
        root_of_mul, self.readings = self.readings, []
        factor_known = all(reading.formula is not None for reading in root_of_mul)
        self._factor_is_right = not root_of_mul
        self.readings, self.inherited = root_of_mul, set()
        below: dict[str, list[Row]] = {}
        forms = dict.fromkeys(probe.form for probe, _ in self.answers)
        right = {form for form in forms if self._all_right(form)}
        for form in forms:
            if form in right:
                self.rows[form], below[form] = [], []
                continue
            self.rows[form] = self._rows(form, "root")
            below[form] = self._rows(form, "below") if factor_known else []
        wrong_at_root = {f for f in OPERATORS if _is_wrong(self.rows[f])}
        wrong_below = {f for f in OPERATORS if _is_wrong(below[f])}
        if len(wrong_at_root) > MOST_READ or self._all_by_one_factor():
            self.readings = []
            return
        if len(wrong_below) > MOST_READ:
            below = {}
        self.readings = []
        for form in forms:
            if form in right:
                continue
            rows = self.rows[form] = [*self.rows[form], *below.get(form, [])]
            if not rows:
                del self.rows[form]
                continue
            if any(not same_number(row.value, row.right_value) for row in rows):
                self._read_value(form, rows)
            for place, side in enumerate(sides_of(form)):
                self._read_side(form, side, rows, place)

    def _read_value(self, form: str, rows: Sequence[Row]) -> None:
        table = {k: v for k, v in table_of(rows).items() if k not in ("out.data", "out.grad")}
        formula = formulas_over(table).find([row.value for row in rows], 2)
        right = formulas_over(table).find([row.right_value for row in rows], 2)
        self.readings.append(RuleReading(form, -1, formula, right, rows=tuple(rows)))

    def _read_side(
        self, form: str, side: int, rows: Sequence[Row], place: int | None = None
    ) -> None:
        place = side if place is None else place
        if not rows:
            return
        found = [row.found[place] for row in rows]
        right = [row.right[place] for row in rows]
        if same_answer(found, right):
            return
        if self._follows_from_value(form, rows, found) or self._is_inherited(
            form, side, rows, found
        ):
            self.inherited.add((form, side))
            return
        formula = formula_of(found, rows)
        split, otherwise = "", None
        if formula is None:
            split, formula, otherwise = _by_sign(rows, found)
        wanted = formula_of(right, rows)
        self.readings.append(
            RuleReading(form, side, formula, wanted, split, otherwise, tuple(rows))
        )

    def _follows_from_value(self, form: str, rows: Sequence[Row], found: Sequence[float]) -> bool:
        """Whether only the value is wrong: the rule is right for a result that has that value."""
        slope = _SLOPES_OF_VALUES.get(form)
        return (
            slope is not None
            and self.of(form, -1) is not None
            and all(
                same_number(number, slope(row.terms["out.data"]) * row.terms["out.grad"])
                for row, number in zip(rows, found, strict=True)
            )
        )

    def _is_inherited(
        self, form: str, side: int, rows: Sequence[Row], found: Sequence[float]
    ) -> bool:
        """Whether the mistake is that of what this operator is made of."""
        for made in _WAYS.get((form, side), ()) if self.readings else ():
            parts = _Parts(self)
            try:
                said = [made(parts, *_operands(form, row.terms)) for row in rows]
            except (ArithmeticError, ValueError):
                continue
            if any((r.form, r.side) in parts.used for r in self.readings) and all(
                one is not None and same_number(number, one)
                for one, number in zip(said, found, strict=True)
            ):
                return True
        return False


class _Parts:
    """The rules of other operators, and which of them were used."""

    def __init__(self, readings: Readings) -> None:
        self.readings = readings
        self.used: set[tuple[str, int]] = set()

    def __call__(self, form: str, side: int, x: float, y: float, g: float | None) -> float | None:
        self.used.add((form, side))
        if g is None:
            return None
        out = value_and_slopes(*_operation(form, x, y))[0]
        return self.readings.contribution(form, side, terms_of(form, x, y, out, g))


def formula_of(values: Sequence[float], rows: Sequence[Row]) -> Formula | None:
    """The simplest formula; one with the factor `out.grad` is taken for one operation shorter."""
    table = table_of(rows)
    return _formula_of(tuple(values), tuple((name, tuple(row)) for name, row in table.items()))


@lru_cache(maxsize=2000)
def _formula_of(
    values: tuple[float, ...], terms: tuple[tuple[str, tuple[float, ...]], ...]
) -> Formula | None:
    """The same, remembered: many of a class make the same mistake."""
    table = dict(terms)
    gradients = table.pop("out.grad")
    of_slopes = formulas_over(table)
    with_gradient = formulas_over({**table, "out.grad": gradients})
    plain = with_gradient.find(values, 2)
    slope = None
    if all(gradients):
        slope = of_slopes.find([v / g for v, g in zip(values, gradients, strict=True)])
    if plain is not None and (slope is None or plain.size <= slope.size or plain.size <= 1):
        return plain
    if slope is None:
        return of_slopes.find(values) or with_gradient.find(values)
    return combined("*", slope, Formula("out.grad", gradients))


def _by_sign(
    rows: Sequence[Row], found: Sequence[float]
) -> tuple[str, Formula | None, Formula | None]:
    """A term by whose sign the rule decides, with what it contributes above 0 and elsewhere."""
    for name in rows[0].terms:
        if not all(name in row.terms for row in rows):
            continue
        above = [place for place, row in enumerate(rows) if row.terms[name] > 0]
        others = [place for place in range(len(rows)) if place not in above]
        if min(len(above), len(others)) < 3:
            continue
        halves = []
        for places in (above, others):
            half = [rows[place] for place in places]
            values = [found[place] for place in places]
            few = len(half) < FEW
            halves.append(
                formulas_over(table_of(half)).find(values, 1) if few else formula_of(values, half)
            )
        if halves[0] is not None and halves[1] is not None:
            return name, halves[0], halves[1]
    return "", None, None


def _is_wrong(rows: Sequence[Row]) -> bool:
    return any(not same_answer(row.found, row.right) for row in rows)


_SLOPES_OF_VALUES: dict[str, Callable[[float], float]] = {
    "exp": lambda out: out,
    "tanh": lambda out: 1.0 - out * out,
    "relu": lambda out: float(out > 0),
}
"""Rules that are usually written with the result's value."""

Part = Callable[[str, int, float, float, "float | None"], "float | None"]
"""The rule of another operator: form, side, operands, and the arriving gradient."""
Way = Callable[[Part, float, float, float], "float | None"]


def _as_side(operator: str, side: int, turned: bool = False) -> Way:
    """The form is the operator itself, or the operator with its operands the other way round."""

    def way(part: Part, x: float, y: float, g: float) -> float | None:
        return part(operator, side, *((y, x) if turned else (x, y)), g)

    return way


_WAYS: dict[tuple[str, int], Sequence[Way]] = {
    ("neg", 0): (
        lambda part, x, y, g: part("mul", 0, x, -1.0, g),
        lambda part, x, y, g: part("mul", 1, -1.0, x, g),
    ),
    ("sub", 0): (lambda part, x, y, g: part("add", 0, x, -y, g),),
    ("sub", 1): (
        lambda part, x, y, g: part("neg", 0, y, 0.0, part("add", 1, x, -y, g)),
        lambda part, x, y, g: part("mul", 0, y, -1.0, part("add", 1, x, -y, g)),
    ),
    ("truediv", 0): (lambda part, x, y, g: part("mul", 0, x, 1 / y, g),),
    ("truediv", 1): (lambda part, x, y, g: part("pow", 0, y, -1.0, part("mul", 1, x, 1 / y, g)),),
    ("rsub", 1): (
        lambda part, x, y, g: part("sub", 1, x, y, g),
        lambda part, x, y, g: part("neg", 0, y, 0.0, part("add", 0, -y, x, g)),
        lambda part, x, y, g: part("neg", 0, y, 0.0, part("add", 1, x, -y, g)),
        lambda part, x, y, g: part("neg", 0, y, 0.0, part("sub", 0, y, x, g)),
        lambda part, x, y, g: part("mul", 0, y, -1.0, part("add", 0, -y, x, g)),
    ),
    ("rtruediv", 1): (
        lambda part, x, y, g: part("truediv", 1, x, y, g),
        lambda part, x, y, g: part("pow", 0, y, -1.0, part("mul", 0, 1 / y, x, g)),
        lambda part, x, y, g: part("pow", 0, y, -1.0, part("mul", 1, x, 1 / y, g)),
    ),
}
for _name in BINARY:
    _WAYS[f"{_name}_const", 0] = (_as_side(_name, 0),)
for _name in ("add", "mul"):
    _WAYS[f"r{_name}", 1] = (_as_side(_name, 1), _as_side(_name, 0, turned=True))
_WAYS["sub_const", 0] = (*_WAYS["sub_const", 0], lambda part, x, y, g: part("add", 0, x, -y, g))
_WAYS["truediv_const", 0] = (
    *_WAYS["truediv_const", 0],
    lambda part, x, y, g: part("mul", 0, x, 1 / y, g),
)


def _operation(form: str, x: float, y: float) -> tuple[str, tuple[float, ...]]:
    operator = operator_of(form)
    return operator, (x, y) if operator in BINARY or operator == "pow" else (x,)


def _operands(form: str, terms: Terms) -> tuple[float, float, float]:
    mine, others = terms["self.data"], terms.get("other.data", terms.get("n", 0.0))
    pair = (others, mine) if sides_of(form) == (1,) else (mine, others)
    return (*pair, terms["out.grad"])
