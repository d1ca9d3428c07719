"""Exercise 6: the rules of relu, exp, log and tanh."""

from __future__ import annotations

from grader.checks import Grades, check, trap
from grader.packs.tensor import families
from grader.packs.tensor import properties as of
from grader.packs.tensor.asks import programs
from grader.packs.tensor.program import drawn_numbers
from grader.packs.tensor.properties import RULE


@check(points=1)
def test_relu(grades: Grades) -> None:
    """relu lets the gradient through above 0 only."""
    programs(grades, of.stepwise(RULE, "relu"))


@check(points=1)
def test_exp(grades: Grades) -> None:
    """exp sends the gradient times its own value."""
    programs(grades, of.stepwise(RULE, "exp"))


@check(points=1)
def test_log(grades: Grades) -> None:
    """log sends the gradient divided by the operand."""
    programs(grades, of.stepwise(RULE, "log"))


@check(points=1)
def test_tanh(grades: Grades) -> None:
    """tanh sends the gradient times 1 - tanh**2."""
    programs(grades, of.stepwise(RULE, "tanh"))


@trap(points=1, after=(test_relu, test_exp, test_log, test_tanh))
def test_any_numbers(grades: Grades) -> None:
    """Each rule holds for any numbers, adds to what is there, and changes no other array."""
    for name in of.STEPWISE:
        for shape in ((), (3,), (2, 3), (2, 1, 3)):
            row = of.OPERATORS[name]
            data = grades.drawn(
                lambda rng, shape=shape, row=row: drawn_numbers(rng, shape, row.apart, row.positive)
            )
            programs(grades, [of.added(lambda a, name=name: getattr(a, name)(), {"a": data})])
    relu = [of.added(lambda a: a.relu(), {"a": data}, 0.25) for data in ([0.5, 2.0], [-0.5, 2.0])]
    programs(grades, [*relu, *families.otherwise(RULE, "relu")], fixed=True)
    square = {"a": families.SQUARE["a"]}
    programs(grades, families.after_another(square, *families.STEPWISE), fixed=True)
