"""Read each operator's value and rule off an engine's answers to the probes.

A rule is what an operator contributes to each of its inputs, as a formula over what a student has
at hand: `self.data`, `other.data`, `out.data`, `out.grad`. What is wrong is read for one operator
at a time; one that is made of others (`a - b` as `a + -b`) inherits their mistakes, and has no
reading of its own. Where most operators are wrong, no rule is to blame: nothing is read.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.explain.diagnosis.readings.algebra.fitting import affine, by_sign, formula_of
from grader.explain.diagnosis.readings.algebra.formulas import by_exponent, formulas_over
from grader.explain.diagnosis.readings.algebra.rows import (
    FEW,
    Row,
    RuleReading,
    Terms,
    all_are_riddles,
    is_wrong,
    operands_of,
    operation_of,
    table_of,
    terms_of,
)
from grader.explain.diagnosis.readings.algebra.ways import TURNED, VALUES, WAYS
from grader.explain.diagnosis.readings.probes import (
    Probe,
    operands_in,
    operators,
    probes,
    sides_of,
)
from grader.programs.compare import same_answer, same_number
from grader.programs.operators import OPERATORS, SCALE, operator_of
from grader.programs.slopes import value_and_slopes
from grader.worker.observation import Observation

MOST_READ = 5
"""With more operators wrong than this, something that all of them share is."""


class Readings:
    """The wrong rules of an engine, read from its answers to the probes.

    inherited: what is wrong because of those that an operator is made of. turned: forms that are so
    with operands turned round. follows: whose rule suits a wrong value. unread: without numbers.
    """

    def __init__(self, answers: Sequence[Observation]) -> None:
        self.answers = list(zip(probes(), answers, strict=True))
        self.readings: list[RuleReading] = []
        self.inherited: set[tuple[str, int]] = set()
        self.turned: set[str] = set()
        self.follows: set[str] = set()
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
        return frozenset(self.rows.keys() - wrong - {*operators()})

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
        return (
            value_and_slopes(operator, operands_in(operator, *operands))[1][side]
            * terms["out.grad"]
        )

    def _all_by_one_factor(self) -> bool:
        """Whether every operator contributes the same multiple of what is right: then the root
        began with that number, and no rule is to blame."""
        rows = {form: self.rows[form] for form in operators() if self.rows.get(form)}
        pairs = [
            p for each in rows.values() for r in each for p in zip(r.found, r.right, strict=True)
        ]
        factors = [found / right for found, right in pairs if right]
        first = factors[0] if factors else 1.0
        same = all(same_number(factor, first) for factor in factors)
        return len(rows) > 1 and same and not same_number(first, 1.0)

    def _read_factor(self) -> None:
        """The rule of `*` comes first: the gradient that arrives below a product depends on it."""
        self.rows[SCALE] = self._rows(SCALE, "root")
        for side in (0, 1):
            self._read_side(SCALE, side, self.rows[SCALE])

    def _arriving(self, data: float, factor: float) -> float | None:
        """The gradient that a product hands to its left input."""
        return self.contribution(SCALE, 0, terms_of(SCALE, data, factor, data * factor, 1.0))

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
        wrong_at_root = {f for f in operators() if is_wrong(self.rows[f])}
        wrong_below = {f for f in operators() if is_wrong(below[f])}
        if len(wrong_at_root) > MOST_READ or self._all_by_one_factor():
            self.readings = []
            return
        below = {} if len(wrong_below) > MOST_READ else below
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
        listed = [form for form in operators() if form in right or self.rows.get(form)]
        if not wrong_at_root and all_are_riddles(self.readings, listed):
            self.readings = []  # something is wrong with what arrives, and not with a rule

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
        follows = self._follows_from_value(form, rows, found)
        self.follows |= {form} if follows else set()
        if follows or self._is_inherited(form, side, rows, found) or self._is_of_a_riddle(form):
            self.inherited.add((form, side))
            return
        formula = formula_of(found, rows)
        split, otherwise = "", None
        if formula is None:
            split, formula, otherwise = by_sign(rows, found)
        if formula is None:
            formula = affine(found, rows) or formula_of(found, rows, rare=True)
        powers = None
        if formula is None and OPERATORS[operator_of(form)].takes == "number":
            powers = by_exponent(found, [row.terms for row in rows])
        wanted = formula_of(right, rows)
        self.readings.append(
            RuleReading(form, side, formula, wanted, split, otherwise, powers, tuple(rows))
        )

    def _follows_from_value(self, form: str, rows: Sequence[Row], found: Sequence[float]) -> bool:
        """Whether only the value is wrong: the rule is right for a result that has that value."""
        slope = OPERATORS[operator_of(form)].by_value
        return (
            slope is not None
            and self.of(form, -1) is not None
            and all(
                same_number(number, slope(row.terms["out.data"]) * row.terms["out.grad"])
                for row, number in zip(rows, found, strict=True)
            )
        )

    def _is_of_a_riddle(self, form: str) -> bool:
        """Whether no formula was found for the operator itself: of `a - 5` it is not looked for."""
        operator = operator_of(form)
        riddles = {r.form for r in self.readings if r.side >= 0 and r.is_riddle}
        return form != operator and operator in riddles

    def _is_inherited(
        self, form: str, side: int, rows: Sequence[Row], found: Sequence[float]
    ) -> bool:
        """Whether the mistake is that of what this operator is made of."""
        for made in WAYS.get((form, side), ()) if self.readings else ():
            parts = _Parts(self)
            try:
                said = [made(parts, *operands_of(form, row.terms)) for row in rows]
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
                said = [made(parts.value, *operands_of(form, row.terms)[:2]) for row in rows]
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
        out = value_and_slopes(*operation_of(form, x, y))[0]
        return self.readings.contribution(form, side, terms_of(form, x, y, out, g))

    def value(self, form: str, x: float | None, y: float | None = 0.0) -> float | None:
        """The value of another operator; None where nobody knows."""
        self.used.add((form, -1))
        if x is None or y is None:
            return None
        out = value_and_slopes(*operation_of(form, x, y))[0]
        reading = self.readings.of(form, -1)
        return out if reading is None else reading.at(terms_of(form, x, y, out, 0.0))
