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

from grader.explain.diagnosis.readings.algebra.formulas import (
    ByExponent,
    Formula,
    by_exponent,
    combined,
    formulas_over,
    negated,
)
from grader.explain.diagnosis.readings.algebra.ways import TURNED, VALUES, WAYS
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

    inherited: what is wrong in an operator because of those that it is made of. turned: forms that
    do so with their operands turned round. unread: forms that give no number at some point.
    """

    def __init__(self, answers: Sequence[Observation]) -> None:
        self.answers = list(zip(probes(), answers, strict=True))
        self.readings: list[RuleReading] = []
        self.inherited: set[tuple[str, int]] = set()
        self.turned: set[str] = set()
        self.unread: set[str] = set()
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

    def unread_but(self, form: str) -> tuple[str, ...]:
        """The other operators that give no number at some point, or numbers without a formula."""
        unknown = {each.form for each in self.readings if not (each.formula or each.by_exponent)}
        found = {operator_of(each) for each in self.unread | unknown} - {operator_of(form)}
        return tuple(sorted(found))

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
        """The points at which it gives numbers, if these are not too few: at some it may raise."""
        rows = []
        for probe, found in self._asked.get((form, kind), ()):
            answer = found.answer
            if answer is None or not all(type(number) is float for number in answer):
                self.unread.add(form)
                continue
            row = self._row(probe, answer)
            if row is None:
                return []
            rows.append(row)
        return rows if len(rows) >= FEW else []

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
        self.readings, self.inherited, self.unread = root_of_mul, set(), set()
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
        formula = formulas_over(table).find([row.value for row in rows], 2, rare=True)
        right = formulas_over(table).find([row.right_value for row in rows], 2)
        if self._has_value_of_others(form, rows):
            self.inherited.add((form, -1))
            return
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
        if formula is None:
            formula = _affine(found, rows) or formula_of(found, rows, rare=True)
        powers = None
        if formula is None and form == "pow":
            powers = by_exponent(found, [row.terms for row in rows])
        wanted = formula_of(right, rows)
        self.readings.append(
            RuleReading(form, side, formula, wanted, split, otherwise, powers, tuple(rows))
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
        for made in WAYS.get((form, side), ()) if self.readings else ():
            parts = _Parts(self)
            try:
                said = [made(parts, *_operands(form, row.terms)) for row in rows]
            except (ArithmeticError, ValueError):
                continue
            if any((r.form, r.side) in parts.used for r in self.readings) and all(
                one is not None and same_number(number, one)
                for one, number in zip(said, found, strict=True)
            ):
                self.turned |= {form} if made in TURNED.values() else set()
                return True
        return False

    def _has_value_of_others(self, form: str, rows: Sequence[Row]) -> bool:
        """Whether the wrong value is that of what this operator is made of."""
        for turned, made in VALUES.get(form, ()) if self.readings else ():
            parts = _Parts(self)
            try:
                said = [made(parts.value, *_operands(form, row.terms)[:2]) for row in rows]
            except (ArithmeticError, ValueError):
                continue
            if parts.used & {(r.form, r.side) for r in self.readings} and all(
                one is not None and same_number(row.value, one)
                for one, row in zip(said, rows, strict=True)
            ):
                self.turned |= {form} if turned else set()
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

    def value(self, form: str, x: float | None, y: float | None = 0.0) -> float | None:
        """The value of another operator; None where nobody knows."""
        self.used.add((form, -1))
        if x is None or y is None:
            return None
        out = value_and_slopes(*_operation(form, x, y))[0]
        reading = self.readings.of(form, -1)
        return out if reading is None else reading.at(terms_of(form, x, y, out, 0.0))


def formula_of(values: Sequence[float], rows: Sequence[Row], rare: bool = False) -> Formula | None:
    """The simplest formula; one with the factor `out.grad` is taken for one operation shorter.

    rare: also those that are looked for last.
    """
    table = tuple((name, tuple(row)) for name, row in table_of(rows).items())
    return _formula_of(tuple(values), table, rare)


@lru_cache(maxsize=2000)
def _formula_of(
    values: tuple[float, ...], terms: tuple[tuple[str, tuple[float, ...]], ...], rare: bool
) -> Formula | None:
    """The same, remembered: many of a class make the same mistake."""
    table = dict(terms)
    gradients = table.pop("out.grad")
    of_slopes = formulas_over(table)
    with_gradient = formulas_over({**table, "out.grad": gradients})
    plain = with_gradient.find(values, 2, rare)
    slope = None
    if all(gradients):
        slopes = [v / g for v, g in zip(values, gradients, strict=True)]
        slope = of_slopes.find(slopes, rare=rare)
    if plain is not None and (slope is None or plain.size <= slope.size or plain.size <= 1):
        return plain
    if slope is None:
        return of_slopes.find(values) or with_gradient.find(values)
    return combined("*", slope, Formula("out.grad", gradients))


def _affine(found: Sequence[float], rows: Sequence[Row]) -> Formula | None:
    """A sum of something and a multiple of `out.grad`: each point was asked with two gradients."""
    points: dict[tuple[float, ...], list[tuple[float, float, Row]]] = {}
    for value, row in zip(found, rows, strict=True):
        seen = tuple(v for name, v in row.terms.items() if name != "out.grad")
        points.setdefault(seen, []).append((row.terms["out.grad"], value, row))
    twice = [p for p in points.values() if len(p) > 1 and not same_number(p[0][0], p[1][0])]
    if len(twice) < FEW:
        return None
    multiples = [(p[1][1] - p[0][1]) / (p[1][0] - p[0][0]) for p in twice]
    rests = [p[0][1] - m * p[0][0] for p, m in zip(twice, multiples, strict=True)]
    table = table_of([p[0][2] for p in twice])
    gradients = Formula("out.grad", tuple(table.pop("out.grad")))
    formulas = formulas_over(table)
    rest, multiple = formulas.find(rests, 2), formulas.find(multiples, 2)
    if rest is None or multiple is None:
        return None
    minus = multiple.text.startswith("-")
    product = combined("*", negated(multiple) if minus else multiple, gradients)
    made = product and combined("-" if minus else "+", rest, product)
    if made is None:
        return None
    said = [RuleReading("", 0, made, None).at(row.terms) for row in rows]
    pairs = zip(found, said, strict=True)
    return made if all(b is not None and same_number(a, b) for a, b in pairs) else None


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


def _operation(form: str, x: float, y: float) -> tuple[str, tuple[float, ...]]:
    operator = operator_of(form)
    return operator, (x, y) if operator in BINARY or operator == "pow" else (x,)


def _operands(form: str, terms: Terms) -> tuple[float, float, float]:
    mine, others = terms["self.data"], terms.get("other.data", terms.get("n", 0.0))
    pair = (others, mine) if sides_of(form) == (1,) else (mine, others)
    return (*pair, terms["out.grad"])
