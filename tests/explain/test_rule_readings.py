"""Rules are read off the numbers: of one operator, of those made of it, and of all at once."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pytest

from grader.explain.diagnosis.evidence import forgets
from grader.explain.diagnosis.predictions import predicted
from grader.explain.diagnosis.reading import forms_of
from grader.explain.diagnosis.readings import everywhere, telling
from grader.explain.diagnosis.readings.algebra.formulas import formulas_over
from grader.explain.diagnosis.readings.calls.walk import walk_probes
from grader.explain.diagnosis.readings.composite import engine_of
from grader.explain.diagnosis.readings.everywhere import EverywhereReading, read_everywhere
from grader.explain.diagnosis.readings.probes import probes
from grader.explain.diagnosis.readings.rules import Readings
from grader.explain.misconceptions.base import CommonEngine, EngineClass, Node, combined
from grader.explain.styles import LIKELY
from grader.programs.compare import same_answer
from grader.worker.observation import NamedError, Observation


class SeedOfMinusOne(CommonEngine):
    def seed(self, root: Node, order: object) -> None:
        root.grad -= 1.0


class BornWithTwo(CommonEngine):
    def leaf(self, value: float) -> Node:
        made = super().leaf(value)
        made.grad = 2.0
        return made


class InnerBeginsWithOne(CommonEngine):
    def reset(self, root: Node, order: Sequence[Node]) -> None:
        for node in order:
            if node.listed:
                node.grad = 1.0


class PaysTheDifference(CommonEngine):
    def run_rule(self, node: Node) -> None:
        for side, source in enumerate(node.sources):
            self.add(node, side, source, node.slopes[side] - node.grad)


class PaysAPower(CommonEngine):
    """Every rule contributes `slope ** g`, and raises where that is no number."""

    def run_rule(self, node: Node) -> None:
        for side, source in enumerate(node.sources):
            slope, gradient = node.slopes[side], node.grad
            if slope < 0 and gradient != int(gradient):
                raise ArithmeticError
            self.add(node, side, source, math.pow(slope, gradient))


class NegativeOfNothing(CommonEngine):
    """`-a` is `a`, and `a - b` is made of it."""

    def node(self, operator: str, operands: Sequence[object]) -> Node:
        made = super().node(operator, operands)
        if operator == "neg":
            made.data = -made.data
        return made


class RaisesBelowZero(CommonEngine):
    """`*` contributes `b ** g` to the left, and raises where that is no number."""

    def run_rule(self, node: Node) -> None:
        if node.operator != "mul":
            super().run_rule(node)
            return
        (left, right), (other, mine) = node.sources, node.slopes
        if other < 0 and node.grad != int(node.grad):
            raise ArithmeticError
        left.grad += other**node.grad
        right.grad += mine * node.grad


class Forgets(CommonEngine):
    def get_grad(self, node: Node) -> float:
        return 0.0 if node.sources else node.grad


def answers(engine: EngineClass, style: int = LIKELY[0]) -> list[Observation]:
    found = []
    for probe in probes():
        try:
            said = predicted(combined(engine, style=style)(), probe.program)
        except ArithmeticError:
            said = None
        stopped = Observation(error=NamedError("exception"))
        found.append(Observation(answer=said) if isinstance(said, tuple) else stopped)
    return found


def everywhere_of(engine: EngineClass) -> EverywhereReading | None:
    assert Readings(answers(engine)).readings == []
    return read_everywhere([*zip(probes(), answers(engine), strict=True)])


@pytest.mark.parametrize(
    ("engine", "kind", "found"),
    [
        (SeedOfMinusOne, "seed", "-1"),
        (BornWithTwo, "leaf", "2"),
        (InnerBeginsWithOne, "inner", "1"),
        (PaysTheDifference, "rule", "slope - out.grad"),
    ],
)
def test_what_all_operators_have_in_common_is_read(
    engine: EngineClass, kind: str, found: str
) -> None:
    part = everywhere_of(engine)
    assert part is not None
    assert (part.kind, everywhere.found_of(part)) == (kind, found)
    assert found in everywhere.told(part)
    assert part.found != part.right


def test_a_formula_that_has_no_value_at_some_probe_is_no_fault_of_ours() -> None:
    part = read_everywhere([*zip(probes(), answers(PaysAPower), strict=True)])
    assert part is not None
    assert everywhere.found_of(part) == "slope ** out.grad"


class LeavesFirst(CommonEngine):
    def order(self, root: Node) -> list[Node]:
        return super().order(root)[::-1]


def test_if_each_of_two_rules_seems_to_pay_nothing_below_the_root_neither_is_blamed() -> None:
    stopped = Observation(error=NamedError("exception"))
    taught = {"add", "mul"}  # as in exercise 2: there is nothing else to compare with
    given = [
        said if probe.program.forms <= taught else stopped
        for probe, said in zip(probes(), answers(LeavesFirst), strict=True)
    ]
    assert {"add", "mul"} <= Readings(given).rows.keys()
    assert Readings(given).readings == []


def test_of_a_right_engine_nothing_is_read() -> None:
    assert everywhere_of(CommonEngine) is None


def test_a_wrong_value_is_told_of_the_operator_that_has_it() -> None:
    readings = Readings(answers(NegativeOfNothing, style=2))  # `a - b` is `a + -b`
    assert {(r.form, r.side) for r in readings.readings if r.side < 0} == {("neg", -1)}
    assert {("sub", -1), ("rsub", -1)} <= readings.inherited


class SmallerOfTwo(CommonEngine):
    """relu gives the smaller of 0 and x, and asks the result whether its gate is open."""

    def value_and_slopes(
        self, operator: str, x: tuple[float, ...]
    ) -> tuple[float, tuple[float, ...]]:
        data, slopes = super().value_and_slopes(operator, x)
        if operator != "relu":
            return data, slopes
        return min(0.0, x[0]), (float(min(0.0, x[0]) > 0),)


def test_a_rule_that_suits_a_wrong_value_is_not_blamed_and_the_value_explains_all() -> None:
    readings = Readings(answers(SmallerOfTwo))
    assert [(r.form, r.side) for r in readings.readings] == [("relu", -1)]
    engine = engine_of(readings.readings, (), *forms_of(readings))
    for probe, found in readings.answers:
        said = predicted(combined(engine, style=LIKELY[0])(), probe.program)
        assert isinstance(said, tuple)
        assert same_answer(said, found.answer or ())


def test_a_rule_is_read_from_the_points_at_which_it_gives_numbers() -> None:
    readings = Readings(answers(RaisesBelowZero, style=0))
    (rule,) = [r for r in readings.readings if r.form == "mul"]
    assert rule.formula is not None
    assert rule.formula.text == "other.data**out.grad".replace("**", " ** ")
    assert "mul" in readings.unread


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (lambda x, n: n * x % (n - 1), "n * self.data % (n - 1)"),
        (lambda x, n: 1 % x * n, "1 % self.data * n"),
        (lambda x, n: x // n, "self.data // n"),
        (lambda x, n: x * n, "n * self.data"),
    ],
)
def test_a_formula_may_have_a_remainder(rule: Callable[..., float], text: str) -> None:
    points = [(1.3, 3.0), (-0.8, 2.0), (2.1, 4.0), (0.35, -1.0), (-1.9, 3.0), (0.9, -2.0)]
    terms = {"self.data": [x for x, _ in points], "n": [n for _, n in points], "1": [1.0] * 6}
    found = formulas_over(terms).find([rule(*point) for point in points], rare=True)
    assert found is not None
    assert found.text == text
    for x, n in points:
        assert found.at({"self.data": x, "n": n}) == pytest.approx(rule(x, n))


class PowerOfAnOddNumber(CommonEngine):
    def slopes(  # type: ignore[override]
        self, operator: str, x: Sequence[float], data: float, right: tuple[float, ...]
    ) -> tuple[float, ...]:
        if operator != "pow":
            return right
        return (x[1] * x[0] ** (int(x[1]) | 1),)


def test_a_rule_of_powers_is_read_exponent_by_exponent() -> None:
    readings = Readings(answers(PowerOfAnOddNumber))
    (rule,) = readings.readings
    assert rule.by_exponent is not None
    assert dict(rule.by_exponent.numbers) == {-2: -1, -1: -1, 2: 3, 3: 3, 4: 5}
    assert ("truediv", 1) in readings.inherited
    assert "k = 3 for n = 3 and k = 5 for n = 4" in telling.told(rule)


@pytest.mark.parametrize(("engine", "does"), [(Forgets, True), (CommonEngine, False)])
def test_an_engine_may_forget_what_it_has_handed_on(engine: EngineClass, does: bool) -> None:
    given = [predicted(engine(), program) for program in walk_probes()]
    said = [Observation(answer=answer) for answer in given if isinstance(answer, tuple)]
    assert forgets(walk_probes(), said) is does
