"""Find a formula for what a rule contributes, from its values at a number of points.

A formula has at most three operations over the terms of a rule (`self.data`, `out.data`, 1, ...),
with or without the factor `out.grad`. All formulas of one operation are listed; longer ones are
found by taking the listed ones away from the values that are wanted, so that nothing long need be
kept. Points are chosen such that formulas which differ do not agree there by chance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from grader.programs.compare import same_answer, same_number

Values: TypeAlias = tuple[float, ...]
MOST_OPERATIONS = 3
BEGIN = 1
"""So many values decide at first whether a formula is looked up."""
_STRENGTH = {"+": 1, "-": 1, "*": 2, "/": 2, "%": 2, "//": 2, "**": 3}
_RARE = ("**", "%", "//")
"""Looked for last: few rules have them."""
_ATOM = 4


@dataclass(frozen=True, slots=True)
class Formula:
    """A text with its values; `size` counts operations, `strength` is that of the outermost."""

    text: str
    values: Values
    size: int = 0
    strength: int = _ATOM
    parts: tuple[str, Formula, Formula] | None = None

    def at(self, terms: Mapping[str, float]) -> float:
        """Its value where the terms have these values. Raises ArithmeticError or ValueError."""
        if self.parts is None:
            return terms[self.text] if self.text in terms else float(self.text)
        sign, one, other = self.parts
        left, right = one.at(terms), other.at(terms)
        return _worked_out(sign, left, right)

    @property
    def order(self) -> tuple[int, int, str]:
        """Simple formulas come first: few operations, then short texts."""
        return self.size, len(self.text), self.text.replace("out.grad", "~")  # it stands last


def combined(sign: str, one: Formula, other: Formula) -> Formula | None:
    """Two formulas with an operator between them; None where it divides by zero."""
    try:
        values = tuple(
            [_worked_out(sign, a, b) for a, b in zip(one.values, other.values, strict=True)]
        )
    except (ArithmeticError, ValueError):
        return None
    strength = _STRENGTH[sign]
    left = _inside(one, strength + (sign == "**"))
    right = _inside(other, strength + (sign in ("-", "/", "%", "//")), after=True)
    text, size = f"{left} {sign} {right}", one.size + other.size + 1
    return Formula(text, values, size, strength, (sign, one, other))


def _worked_out(sign: str, one: float, other: float) -> float:
    """Raises ArithmeticError or ValueError."""
    if sign == "+":
        return one + other
    if sign == "-":
        return one - other
    if sign == "*":
        return one * other
    if sign == "/":
        return one / other
    if sign == "%":
        return one % other
    return one // other if sign == "//" else math.pow(one, other)


def negated(formula: Formula) -> Formula:
    """Minus a formula, which counts as no operation; twice minus is the formula."""
    if formula.parts is not None and formula.parts[1].text == "0" and formula.text.startswith("-"):
        return formula.parts[2]
    values = tuple([-value for value in formula.values])
    zero = Formula("0", (0.0,) * len(values))
    product = formula.strength == 2 and not formula.text.startswith("-")
    text = formula.text if product else _inside(formula, _ATOM, after=True)
    return Formula(f"-{text}", values, formula.size, 2, ("-", zero, formula))


def _inside(formula: Formula, least: int, after: bool = False) -> str:
    if formula.strength < least or (after and formula.text.startswith("-")):
        return f"({formula.text})"
    return formula.text


LookUp: TypeAlias = Callable[[Values], "Formula | None"]


class Formulas:
    """The formulas over some terms: those of one operation listed, longer ones found."""

    def __init__(self, terms: Mapping[str, Sequence[float]]) -> None:
        self.terms = [Formula(name, tuple(values)) for name, values in terms.items()]
        count = len(self.terms[0].values)
        self.zero = Formula("0", (0.0,) * count)
        self.known: dict[Values, Formula] = {}
        for term in self.terms:
            self._list(term)
            self._list(negated(term))
        for one in self.terms:
            for other in self.terms:
                for sign in "+-*/":
                    made = combined(sign, one, other)
                    if made is not None:
                        self._list(made)
                        self._list(negated(made))
        self.short = sorted(self.known.values(), key=lambda formula: formula.order)
        self.begins = {key[:BEGIN] for key in self.known}

    def _list(self, formula: Formula) -> None:
        key = _key(formula.values)
        known = self.known.get(key)
        if known is None or formula.order < known.order:
            self.known[key] = formula

    def find(
        self, values: Sequence[float], most: int = MOST_OPERATIONS, rare: bool = False
    ) -> Formula | None:
        """The simplest formula with these values; rare: one with a remainder, if none else has."""
        wanted = tuple(values)
        if not any(abs(value) > 1e-12 for value in wanted):
            return self.zero
        known = self._known(wanted)
        if known is not None:
            return known
        for candidates in (self._of_two(wanted), self._of_three(wanted))[: max(0, most - 1)]:
            found = [formula for formula in candidates if same_answer(formula.values, wanted)]
            if found:
                return min(found, key=lambda formula: formula.order)
        last = self._with_rare(wanted, most) if rare else ()
        found = [formula for formula in last if same_answer(formula.values, wanted)]
        return min(found, key=lambda formula: formula.order, default=None)

    def _with_rare(self, wanted: Values, most: int) -> Iterator[Formula]:
        """Formulas with a power, a remainder or a quotient without its fraction."""
        operands = [f for f in (*self.terms, *self.short) if not f.text.startswith("-")]
        small: dict[Values, Formula] = {}
        for one in operands:
            for other in operands:
                size = one.size + other.size + 1
                for sign in _RARE if size <= most else ():
                    if size > 1 and not _begins(sign, one, other, wanted[0]):
                        continue
                    made = combined(sign, one, other)
                    if made is not None:
                        small.setdefault(_key(made.values), made)
                        yield made
        if most > 1:
            begins = {key[:BEGIN] for key in small}
            look_up: LookUp = lambda values: small.get(_key(values))  # noqa: E731
            yield from self._apart(wanted, self.terms, look_up, begins)

    def _of_two(self, wanted: Values) -> Iterator[Formula]:
        yield from self._apart(wanted, self.terms, self._known, self.begins)

    def _of_three(self, wanted: Values) -> Iterator[Formula]:
        yield from self._apart(wanted, self.short, self._known, self.begins)
        yield from self._apart(wanted, self.terms, self._one_of_two)

    def _known(self, values: Values) -> Formula | None:
        return self.known.get(_key(values))

    def _one_of_two(self, values: Values) -> Formula | None:
        found = self._apart(values, self.terms, self._known, self.begins)
        return min(found, key=lambda formula: formula.order, default=None)

    def _apart(
        self,
        wanted: Values,
        parts: Sequence[Formula],
        look_up: LookUp,
        begins: set[Values] | None = None,
    ) -> Iterator[Formula]:
        """Every way to make the values of a part and of something that is looked up.

        begins: how the values of everything begin that can be found; most ways end there.
        """
        begin = wanted[:BEGIN]
        for part in parts:
            for undo, sign, first in _WAYS:
                if begins is not None:
                    rest = undo(begin, part.values[:BEGIN])
                    if rest is None or _key(rest) not in begins:
                        continue
                rest = undo(wanted, part.values)
                other = None if rest is None else look_up(rest)
                if other is not None:
                    one, two = (part, other) if first else (other, part)
                    made = combined(sign, one, two)
                    if made is not None:
                        yield made


def _begins(sign: str, one: Formula, other: Formula, wanted: float) -> bool:
    """Whether the first value is right: most are not, and the others need not be worked out."""
    try:
        first = _worked_out(sign, one.values[0], other.values[0])
    except (ArithmeticError, ValueError):
        return False
    return same_number(first, wanted)


def formulas_over(terms: Mapping[str, Sequence[float]]) -> Formulas:
    """The formulas over some terms, made once: the points of the probes are always the same."""
    return _formulas(tuple((name, tuple(values)) for name, values in terms.items()))


@lru_cache(maxsize=200)
def _formulas(terms: tuple[tuple[str, Values], ...]) -> Formulas:
    return Formulas(dict(terms))


def _undone(
    operation: Callable[[float, float], float],
) -> Callable[[Values, Values], Values | None]:
    def undo(wanted: Values, part: Values) -> Values | None:
        try:
            return tuple([operation(a, b) for a, b in zip(wanted, part, strict=True)])
        except (ZeroDivisionError, OverflowError):
            return None

    return undo


_WAYS = (
    (_undone(lambda wanted, part: wanted - part), "+", False),
    (_undone(lambda wanted, part: wanted + part), "-", False),
    (_undone(lambda wanted, part: part - wanted), "-", True),
    (_undone(lambda wanted, part: wanted / part), "*", False),
    (_undone(lambda wanted, part: wanted * part), "/", False),
    (_undone(lambda wanted, part: part / wanted), "/", True),
)
"""What is left of the wanted values, the operator, and whether the part stands first."""


def _key(values: Values) -> Values:
    return tuple([float(f"{value:.9g}") + 0.0 for value in values])


@dataclass(frozen=True, slots=True)
class ByExponent:
    """A rule of powers with a number that is another one for each exponent, `c` or `k`."""

    letter: str
    numbers: tuple[tuple[float, float], ...]

    @property
    def text(self) -> str:
        """The rule with the letter in it."""
        exponent = "k" if self.letter == "k" else "(n - 1)"
        return f"{'n' if self.letter == 'k' else 'c'} * self.data**{exponent} * out.grad"

    def at(self, terms: Mapping[str, float]) -> float | None:
        """What it contributes there; None for an exponent that was not asked."""
        n, x, g = terms["n"], terms["self.data"], terms["out.grad"]
        number = dict(self.numbers).get(n)
        if number is None:
            return None
        power = math.pow(x, number if self.letter == "k" else n - 1)
        return (n if self.letter == "k" else number) * power * g


def by_exponent(found: Sequence[float], terms: Sequence[Mapping[str, float]]) -> ByExponent | None:
    """The whole numbers that give what a rule of powers contributes, the same for each exponent."""
    for letter in ("k", "c"):
        numbers: dict[float, float] = {}
        for value, each in zip(found, terms, strict=True):
            n, x, g = each["n"], each["self.data"], each["out.grad"]
            if not (n and x and g and value):
                return None
            size = math.log(abs(value / n / g)) / math.log(abs(x)) if letter == "k" else 0.0
            number = round(size) if letter == "k" else round(value / x ** (n - 1) / g)
            if numbers.setdefault(n, float(number)) != number:
                break
        else:
            made = ByExponent(letter, tuple(sorted(numbers.items())))
            if all(
                same_number(made.at(each), value) for value, each in zip(found, terms, strict=True)
            ):
                return made
    return None
