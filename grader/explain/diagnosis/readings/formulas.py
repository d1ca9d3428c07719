"""Find a formula for what a rule contributes, from its values at a number of points.

A formula has at most three operations over the terms of a rule (`self.data`, `out.data`, 1, ...),
with or without the factor `out.grad`. All formulas of one operation are listed; longer ones are
found by taking the listed ones away from the values that are wanted, so that nothing long need be
kept. Points are chosen such that formulas which differ do not agree there by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from grader.programs.compare import same_answer

Values: TypeAlias = tuple[float, ...]
MOST_OPERATIONS = 3
_STRENGTH = {"+": 1, "-": 1, "*": 2, "/": 2}
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
        """Its value where the terms have these values. Raises ArithmeticError."""
        if self.parts is None:
            return terms[self.text] if self.text in terms else float(self.text)
        sign, one, other = self.parts
        left, right = one.at(terms), other.at(terms)
        if sign == "+":
            return left + right
        if sign == "-":
            return left - right
        return left * right if sign == "*" else left / right

    @property
    def order(self) -> tuple[int, int, str]:
        """Simple formulas come first: few operations, then short texts."""
        return self.size, len(self.text), self.text.replace("out.grad", "~")  # it stands last


def combined(sign: str, one: Formula, other: Formula) -> Formula | None:
    """Two formulas with an operator between them; None where it divides by zero."""
    pairs = list(zip(one.values, other.values, strict=True))
    try:
        if sign == "+":
            values = tuple([a + b for a, b in pairs])
        elif sign == "-":
            values = tuple([a - b for a, b in pairs])
        elif sign == "*":
            values = tuple([a * b for a, b in pairs])
        else:
            values = tuple([a / b for a, b in pairs])
    except (ZeroDivisionError, OverflowError):
        return None
    strength = _STRENGTH[sign]
    left = _inside(one, strength)
    right = _inside(other, strength + (sign in "-/"), after=True)
    text, size = f"{left} {sign} {right}", one.size + other.size + 1
    return Formula(text, values, size, strength, (sign, one, other))


def negated(formula: Formula) -> Formula:
    """Minus a formula, which counts as no operation."""
    values = tuple([-value for value in formula.values])
    zero = Formula("0", (0.0,) * len(values))
    product = formula.strength == 2 and not formula.text.startswith("-")
    text = formula.text if product else _inside(formula, _ATOM, after=True)
    return Formula(f"-{text}", values, formula.size, 2, ("-", zero, formula))


def _inside(formula: Formula, least: int, after: bool = False) -> str:
    if formula.strength < least or (after and formula.text.startswith("-")):
        return f"({formula.text})"
    return formula.text


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

    def _list(self, formula: Formula) -> None:
        key = _key(formula.values)
        known = self.known.get(key)
        if known is None or formula.order < known.order:
            self.known[key] = formula

    def find(self, values: Sequence[float], most: int = MOST_OPERATIONS) -> Formula | None:
        """The simplest formula with these values."""
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
        return None

    def _of_two(self, wanted: Values) -> Iterator[Formula]:
        yield from self._apart(wanted, self.terms, self._known)

    def _of_three(self, wanted: Values) -> Iterator[Formula]:
        yield from self._apart(wanted, self.short, self._known)
        yield from self._apart(wanted, self.terms, self._one_of_two)

    def _known(self, values: Values) -> Formula | None:
        return self.known.get(_key(values))

    def _one_of_two(self, values: Values) -> Formula | None:
        found = self._apart(values, self.terms, self._known)
        return min(found, key=lambda formula: formula.order, default=None)

    def _apart(
        self,
        wanted: Values,
        parts: Sequence[Formula],
        look_up: Callable[[Values], Formula | None],
    ) -> Iterator[Formula]:
        """Every way to make the values of a part and of something that is looked up."""
        for part in parts:
            for undo, sign, first in _WAYS:
                rest = undo(wanted, part.values)
                other = None if rest is None else look_up(rest)
                if other is not None:
                    one, two = (part, other) if first else (other, part)
                    made = combined(sign, one, two)
                    if made is not None:
                        yield made


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
