"""One engine made of what was read: its rules, how it adds up; what was not read is right.

It is a base for the beliefs of the catalogue too (an order, what is left behind between calls), so
that rules that nobody has foreseen do not hide what else is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from grader.explain.described import CommonEngine, EngineClass, Node, Operand
from grader.explain.diagnosis.readings.adding import AddingReading
from grader.explain.diagnosis.readings.algebra.rows import RuleReading, terms_of
from grader.programs.operators import OPERATORS

Numbers = tuple[float, ...]


class ReadEngine(CommonEngine):
    """An engine whose rules are those that were read."""

    read_rules: ClassVar[dict[tuple[str, int], RuleReading]] = {}
    own_forms: ClassVar[frozenset[str]] = frozenset()
    right_forms: ClassVar[frozenset[str]] = frozenset()
    turned_round: ClassVar[frozenset[str]] = frozenset()
    following: ClassVar[frozenset[str]] = frozenset()
    losing: ClassVar[frozenset[tuple[str, int]]] = frozenset()
    same_keeps: ClassVar[dict[str, str]] = {}

    def __init__(self, turns: int = 0) -> None:
        super().__init__(turns)
        self.seen_operands: dict[Node, tuple[str, tuple[float, float]]] = {}

    def apply(self, operator: str, operands: Sequence[Operand]) -> Node:
        """An operator with a rule of its own is not made of others.

        Nor is `a - 5` if its value is right although that of `-b` is not.
        """
        form = form_of(operator, operands)
        is_right = form in self.right_forms and any(side < 0 for _, side in self.read_rules)
        if operator != "sum" and (is_right or self.own_forms & {operator, form}):
            return self.node(operator, self.operands(operator, operands))
        return super().apply(operator, operands)

    def node(self, operator: str, operands: Sequence[Operand]) -> Node:
        """The node remembers its form and what its rule can see."""
        made = super().node(operator, operands)
        form = form_of(operator, operands)
        if self.own_forms & {operator, form}:
            numbers = [item.data if isinstance(item, Node) else item for item in operands]
            value, seen = self.reading(form, operator, -1, numbers, made.data, 0.0)
            if value is not None:
                made.data = known(value.at(seen))
            self.seen_operands[made] = form, (numbers[0], numbers[-1])
        return made

    def reading(
        self,
        form: str,
        operator: str,
        side: int,
        numbers: Sequence[float],
        out: float,
        upstream: float,
    ) -> tuple[RuleReading | None, Mapping[str, float]]:
        """What was read of a form, else of its operator, and what the rule can see."""
        found = self.read_rules.get((form, side))
        pair = (numbers[0], numbers[-1])
        if found is None and form not in self.right_forms:
            is_turned = form in self.turned_round
            pair = pair[::-1] if is_turned else pair
            mine = 1 - side if is_turned and side >= 0 else side
            found = self.read_rules.get((operator, mine))
        return found, {} if found is None else terms_of(found.form, *pair, out, upstream)

    def run_rule(self, node: Node) -> None:
        """Run a node's rule, as it was read."""
        upstream = self.upstream(node)
        shares = [slope * upstream for slope in node.slopes[: len(node.sources)]]
        form, numbers = self.seen_operands.get(node, ("", (0.0, 0.0)))
        for side in range(len(shares)) if form else ():
            reading, terms = self.reading(form, node.operator, side, numbers, node.data, upstream)
            if reading is not None:
                shares[side] = known(reading.at(terms))
            elif form in self.following and (slope := OPERATORS[form].by_value):
                shares[side] = slope(node.data) * upstream
        kept = self.same_keeps.get(node.operator)
        same = len(node.sources) == 2 and node.sources[0] is node.sources[1]
        for side, source in enumerate(node.sources):
            if kept and same and side != (0 if kept == "left" else 1):
                continue
            if (node.operator, side) in self.losing:
                source.grad = 0.0
            self.add(node, side, source, shares[side])


def known(number: float | None) -> float:
    """The number. Raises ArithmeticError where a reading says nothing: nobody then does."""
    if number is None:
        raise ArithmeticError("nothing was read here")
    return number


def form_of(operator: str, operands: Sequence[Operand]) -> str:
    """The operator's form with these operands."""
    if len(operands) != 2 or OPERATORS[operator].takes == "number":
        return operator
    plain = [not isinstance(item, Node) or item.operator == "const" for item in operands]
    return f"r{operator}" if plain[0] else f"{operator}_const" if plain[1] else operator


def engine_of(
    rules: Sequence[RuleReading],
    adding: Sequence[AddingReading],
    right_forms: frozenset[str] = frozenset(),
    turned: frozenset[str] = frozenset(),
    following: frozenset[str] = frozenset(),
) -> EngineClass:
    """The engine that these readings describe; `right_forms` have right rules of their own,
    `turned` forms are their operators with the operands turned round, and the rule of `following`
    ones is right for the value that they have."""
    return _engine(tuple(rules), tuple(adding), right_forms, turned, following)


@lru_cache(maxsize=500)
def _engine(
    rules: tuple[RuleReading, ...],
    adding: tuple[AddingReading, ...],
    right_forms: frozenset[str],
    turned: frozenset[str],
    following: frozenset[str],
) -> EngineClass:
    read = {
        "following": following,
        "turned_round": turned,
        "right_forms": right_forms,
        "read_rules": {(r.form, r.side): r for r in rules},
        "own_forms": frozenset(r.form for r in rules),
        "losing": frozenset((r.operator, r.side) for r in adding if r.kept == "one"),
        "same_keeps": {r.operator: r.kept for r in adding if r.kept != "one"},
    }
    return type("Read", (ReadEngine,), read)
