"""Exercise 3: the rules of sum and mean."""

from __future__ import annotations

from grader.checks import Grades, check, trap
from grader.packs.tensor import families
from grader.packs.tensor import properties as of
from grader.packs.tensor.asks import programs, rule
from grader.packs.tensor.program import drawn_numbers
from grader.packs.tensor.properties import RULE


@check(points=1)
def test_sum_of_all(grades: Grades) -> None:
    """Every entry gets the gradient of the sum of all."""
    rule(grades, lambda a: a.sum(), up=2.5, a=[[1.0, 2.0], [3.0, 4.0]])
    rule(grades, lambda a: a.sum(), up=-0.5, a=[1.0, 2.0, 3.0])
    programs(grades, families.with_zeros(RULE, "sum"))


@check(points=2, after=test_sum_of_all)
def test_sum_along_axes(grades: Grades) -> None:
    """A sum along axes, kept and not: each entry gets the gradient of the sum that it is in."""
    programs(grades, of.axes(RULE, "sum"))


@check(points=2, after=test_sum_along_axes)
def test_mean(grades: Grades) -> None:
    """A mean divides by how many entries it takes together, along every choice of axes."""
    programs(grades, [*of.axes(RULE, "mean"), *families.with_zeros(RULE, "mean")])


@check(points=1, after=test_sum_of_all)
def test_adds(grades: Grades) -> None:
    """A second rule adds to what is there, and changes no other gradient."""
    square = {"a": [[1.0, 2.0], [3.0, 4.0]]}
    programs(grades, [of.added(lambda a: a.sum(), square)])
    programs(grades, [of.added(lambda a: a.sum(axis=0), square)])
    programs(grades, [of.added(lambda a: a.sum(axis=1, keepdims=True), square)])
    programs(grades, [of.added(lambda a: a.mean(axis=1), square)])
    column = {"a": [[1.0], [2.0]]}  # of each row one entry: its gradient is that of the sum
    programs(grades, [of.added(lambda a: a.sum(axis=1, keepdims=True), column)])
    programs(grades, [of.added(lambda a: a.mean(axis=1, keepdims=True), column)])
    programs(grades, families.otherwise(RULE, "sum", "mean"))
    programs(grades, families.after_another(square, lambda a: a.sum(axis=0), lambda a: a.mean()))


@trap(points=1, after=(test_sum_along_axes, test_mean, test_adds))
def test_any_axes(grades: Grades) -> None:
    """It holds for any numbers and axes."""
    for shape, axis in grades.drawn(lambda rng: rng.sample(of.AXES, 20)):
        data = grades.drawn(lambda rng, shape=shape: drawn_numbers(rng, shape))
        given = {} if axis is None else {"axis": axis}
        programs(grades, [of.asked(RULE, lambda a, g=given: a.sum(**g), {"a": data})])
        programs(grades, [of.asked(RULE, lambda a, g=given: a.mean(**g), {"a": data})])
