"""Exercise 5: the rules of reshape, transpose and index."""

from __future__ import annotations

from grader.checks import Grades, check, trap
from grader.packs.tensor import families
from grader.packs.tensor import properties as of
from grader.packs.tensor.asks import programs
from grader.packs.tensor.program import drawn_numbers
from grader.packs.tensor.properties import RULE

SQUARE = {"a": [[1.0, 2.0], [3.0, 4.0]]}


@check(points=1)
def test_reshape(grades: Grades) -> None:
    """A reshape sends the gradient back in the old shape."""
    programs(grades, of.reshapes(RULE))


@check(points=2)
def test_transpose(grades: Grades) -> None:
    """A transpose sends it back by the inverse order of axes."""
    programs(grades, of.transposes(RULE))


@check(points=2)
def test_index(grades: Grades) -> None:
    """What an index takes out gets its gradient, what is taken twice both; the rest nothing."""
    programs(grades, of.indices(RULE))


@check(points=1, after=(test_reshape, test_index))
def test_adds(grades: Grades) -> None:
    """A second rule adds to what is there, and changes no other gradient and no data."""
    for function in (
        lambda a: a.reshape(4),
        lambda a: a.reshape(2, 2),
        lambda a: a.T,
        lambda a: a[0],
        lambda a: a[[1, 1]],
    ):
        programs(grades, [of.added(function, SQUARE)])
    programs(grades, families.otherwise(RULE, "reshape", "transpose", "getitem"))
    moves = (lambda a: a.reshape(4), lambda a: a.T, lambda a: a[0])
    programs(grades, families.after_another(SQUARE, *moves))


@trap(points=1, after=(test_reshape, test_transpose, test_index))
def test_any_numbers(grades: Grades) -> None:
    """It holds for any numbers, rows and orders of axes, and for arrays that are not contiguous."""
    for _ in range(20):
        data = grades.drawn(lambda rng: drawn_numbers(rng, (4, 3)))
        rows = grades.drawn(lambda rng: [rng.randrange(-4, 4) for _ in range(rng.randint(1, 6))])
        programs(grades, [of.asked(RULE, lambda a, r=rows: a[r], {"a": data})])
        programs(grades, [of.asked(RULE, lambda a: a.T, {"a": data})])
        cube = grades.drawn(lambda rng: drawn_numbers(rng, (2, 3, 2)))
        order = grades.drawn(lambda rng: rng.sample(range(3), 3))
        turned = of.asked(RULE, lambda a, o=order: a.transpose(axes=o), {"a": cube})
        programs(grades, [turned])
        programs(grades, [of.asked(RULE, lambda a: a.reshape(2, 6), {"a": data})])
    for function in (lambda a: a.reshape(3, 2), lambda a: a.T, lambda a: a[[1, 0, 1]]):
        programs(grades, of.layouts(RULE, function, (2, 3)), fixed=True)
