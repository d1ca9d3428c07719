"""Tests of engines, judged by how they end: what they may ask, what they are told, what it counts.

The engines are in this process and the tests in a locked one.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest

from grader.checks import Grades, check
from grader.checks.calls import Lacking
from grader.checks.declare import collect
from grader.judging.context import GradingContext
from grader.programs.interpreter import Engine
from grader.programs.reference import ReferenceEngine
from tests.support import hand_ins
from tests.support.wrong_engines import EveryRouteBack, Stops, WrongEngine


class Usual(WrongEngine):
    """Makes a division of others, as most engines do."""

    def apply(self, operator: str, operands: Any) -> Any:
        if operator == "truediv":
            power = self.apply("pow", [self.apply("add", [operands[1], 0.0]), -1])
            return super().apply("mul", [operands[0], power])
        return super().apply(operator, operands)


class OverwritesSums(WrongEngine):
    def share(self, node: Any, side: int) -> float:
        self.overwrite = node.operator == "add"
        return super().share(node, side)


class NoSeed(WrongEngine):
    def start(self, root: Any, order: Any) -> None:
        root.grad = 0.0


class NothingRestarts(WrongEngine):
    """Inner nodes still hold what an earlier call left."""

    def start(self, root: Any, order: Any) -> None:
        root.grad = 1.0


class NoNumberOnTheLeft(WrongEngine):
    def apply(self, operator: str, operands: Any) -> Any:
        if operator == "sub" and isinstance(operands[0], float | int):
            raise Stops("operator")
        return super().apply(operator, operands)


RIGHT = {"is the usual one": Usual, "has a rule for each operator": ReferenceEngine}
WRONG: dict[str, type] = {
    "no-seed": NoSeed,
    "overwrite-add": OverwritesSums,
    "nothing-reset": NothingRestarts,
    "rsub-missing": NoNumberOnTheLeft,
    "no-visited-set": EveryRouteBack,
}
ASKED: list[str] = []


def noted(name: str, engine: type) -> object:
    def make() -> Engine:
        ASKED.append(name)
        return engine()

    return make


def result_of(context: GradingContext, text: str) -> hand_ins.Graded:
    def lacking(name: str) -> Lacking:
        return Lacking("L = a + a", "a.grad", 1.0, 2.0, f"I am {name}.")

    @check(points=1)
    def test_all(grades: Grades) -> None:
        """The tests raise an alarm on each wrong engine and on no other."""
        right = {name: noted(name, engine) for name, engine in RIGHT.items()}
        wrong = {name: noted(name, engine) for name, engine in WRONG.items()}
        grades.engines(right, wrong, lacking)

    ASKED.clear()
    module = ModuleType("checks")
    module.test_all = test_all  # type: ignore[attr-defined]
    return hand_ins.grade(context, hand_ins.tiny_exercise(), collect(module), text)


GOOD = """
import math

def close(one, other):
    assert math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12), (one, other)

def tests(Value):
    a, b = Value(2.0), Value(-3)
    c = a * b
    c += 5 - a
    L = c * c + sum([a, b]) / 2 - b ** 2 + c.tanh() * (-a).relu()
    L.backward()
    close(L.data, 9.0 - 0.5 - 9.0)
    close(a.grad, 24.5)
    first = b.grad
    L.backward()
    close(b.grad, 2 * first)
    L.zero_grad()
    close(a.grad, 0.0)
    x = Value(1.0)
    for _ in range(30):
        x = x + x
    x.backward()
    x.data
"""


def test_tests_that_find_everything(context: GradingContext) -> None:
    graded = result_of(context, GOOD)
    assert graded.results["all"].outcome == "passed", graded.results["all"]
    assert {*ASKED} == {*RIGHT, *WRONG}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def tests(Value):\n    assert False", "It is the usual one. They say: Asse"),
        ("def tests(Value):\n    pass", 'The author of one says: "I am no-seed."'),
        ("def tests(Value):\n    Value(2.0)._prev", "tests have no `_prev` to look at"),
        ("def tests(Value):\n    assert Value(2.0) == 2", "compare numbers, x.data or x.grad"),
        ("def tests(Value):\n    Value(2.0).grad = 1", "tests cannot set `grad`"),
        ("def tests(Value):\n    Value('2')", "expected a Value or a number, found str"),
        ("def tests(Value):\n    Value(1.0) / 0", "the engine itself raises ZeroDivisionError"),
        ("def tests(Value):\n    raise NotImplementedError", "Still to do"),
        ("def test(Value):\n    pass", "`tests`"),
        (
            "def tests(Value):\n    x = Value(1.0)\n    while True:\n        x = x + x",
            "more than 100 operations deep",
        ),
        (
            "def tests(Value):\n    while True:\n        Value(1.0)",
            "more than 2000 steps",
        ),
        (
            "def tests(Value):\n    x = Value(1.0)\n    while True:\n        x.grad",
            "read more than 400 numbers",
        ),
        (
            # The difference between rules that round in another way is no mistake.
            "def tests(Value):\n    assert (5 / Value(3.0)).data == 1.6666666666666665",
            "your tests object to it. It has a rule for each operator.",
        ),
    ],
)  # fmt: skip
def test_what_is_told(context: GradingContext, text: str, told: str) -> None:
    result = result_of(context, text).results["all"]
    assert result.outcome != "passed"
    assert told in result.message, result.message


def test_the_smallest_program_is_shown(context: GradingContext) -> None:
    only_one = """
def tests(Value):
    a = Value(2.0)
    (a * a).backward()
    assert a.grad == 4.0
    (a * a).backward()
    assert a.grad == 8.0
"""
    result = result_of(context, only_one).results["all"]
    assert result.counterexample is not None
    shown = "L = a + a\n# a.grad is 1.0 there; 2.0 is right"
    assert result.counterexample.program == shown
    assert result.message == (
        "4 of 5 wrong engines got past your tests. The author of one says: "
        '"I am overwrite-add." Which graph proves that wrong?'
    )


def test_a_test_that_goes_on_after_a_number_is_told_what_its_engine_says(
    context: GradingContext,
) -> None:
    """What is asked next may depend on the numbers: that needs another call, no more."""
    asks_on = """
def tests(Value):
    a, b = Value(2.0), Value(5.0)
    L = a + a
    L.backward()
    other = 5 - b
    if a.grad == 1.0:          # here is the one that overwrites: ask it something else
        M = b * b + a
        M.backward()
        assert b.grad == 10.0
        assert a.grad == 3.0   # whose leaf a is overwritten again
    assert a.grad == 2.0
    L.backward()
    assert a.grad == 4.0
    M = L * L
    M.backward()
    M.backward()
    assert a.grad == 36.0
    x = Value(1.0)
    for _ in range(30):
        x = x + x
    x.backward()
    x.grad
"""
    result = result_of(context, asks_on).results["all"]
    assert result.outcome == "passed", result.message
