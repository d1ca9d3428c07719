"""Exercise 1: `unbroadcast`, on every pair of shapes."""

from __future__ import annotations

from grader.checks import Grades, check, trap
from grader.packs.tensor import properties as of
from grader.packs.tensor.asks import programs
from grader.packs.tensor.program import Program, drawn_numbers


def _of_rank(*same: bool) -> list[Program]:
    """The programs in which the shape has as many axes as the gradient, or fewer."""
    return [
        program
        for program in of.plain_unbroadcasts()
        if (len(program.shape_of("g")) == len(program.steps[1][4]["shape"])) in same
    ]


@check(points=1)
def test_stretched_axes(grades: Grades) -> None:
    """An axis of length 1 that was stretched is summed, and stays with length 1."""
    programs(grades, _of_rank(True))


@check(points=1)
def test_added_axes(grades: Grades) -> None:
    """Axes that broadcasting put in front are summed away, also down to shape ()."""
    programs(grades, _of_rank(False))


@trap(points=1, after=(test_stretched_axes, test_added_axes))
def test_any_gradient(grades: Grades) -> None:
    """It holds for any numbers, and leaves the gradient that it is given as it is."""
    for whole in of.SHAPES:
        for shape in of.SHAPES:
            for _ in range(2 if of.broadcasts_to(shape, whole) else 0):
                array = grades.drawn(lambda rng, whole=whole: drawn_numbers(rng, whole))
                programs(grades, [of.plain_call("unbroadcast", array, shape)])
