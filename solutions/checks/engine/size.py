"""The exam's large graphs: many routes, many nodes."""

from __future__ import annotations

from grader.checks import Grades, check, trap
from grader.checks.families import chain
from grader.packs.scalar import fixed_graphs, own_numbers, properties
from grader.programs.program import Program
from grader.programs.tracing import repeat

from .families import test_build_topo
from .sharing import (
    BASICS,
    test_equal_values,
    test_same_inner_operand,
    test_same_operand_add,
    test_unequal_depth,
)
from .state import test_backward_three_times, test_backward_twice, test_zero_grad_clears

DOUBLINGS = 40
DEPTH_SECONDS = 10.0


@trap(points=1, after=test_same_operand_add, about=())
def test_ladder(grades: Grades) -> None:
    """40 doublings `y = y + y` have the right gradient, in a moment: each rule runs once."""
    x = grades.drawn_value()  # drawn here: the result, some 1e12, is beyond what DRAWN allows
    grades(lambda x: repeat(DOUBLINGS, lambda y: y + y, x), x=x)


@trap(points=1, after=BASICS, about=())
def test_scaled_ladder(grades: Grades) -> None:
    """40 rungs `y = y*h + y*h` have the right gradients, in a moment: each rule runs once."""

    def scaled(x, h):  # type: ignore[no-untyped-def]
        return repeat(DOUBLINGS, lambda y: y * h + y * h, x)

    x = grades.drawn_value()  # of + alone the result would be beyond what DRAWN allows
    grades(scaled, x=x, h=0.5, apart=False)
    if grades.passed(test_unequal_depth):
        grades.fixed(fixed_graphs.above_a_ladder())


@check(points=1, after=test_same_operand_add, about=(), cpu=DEPTH_SECONDS)
def test_depth_450(grades: Grades) -> None:
    """A chain of 450 operations works."""
    grades.program(chain(450, 1.5, 0.25))


@check(points=0.5, after=test_depth_450, about=(), demand="depth", cpu=DEPTH_SECONDS)
def test_depth_900(grades: Grades) -> None:
    """A chain of 900 operations works."""
    grades.program(chain(900, 1.5, 0.25))


def longest(grades: Grades, length: int, apart: bool = False) -> Program:
    """A chain of so many of the operators that are right. apart: see `properties.longest`."""
    if not grades.forms >= {"add_const", "radd"}:
        return chain(length, 1.5, 0.25)
    return properties.longest(length, "neg" if "neg" in grades.forms else "", apart)


@check(points=1, after=test_depth_450, about=(), demand="depth", cpu=DEPTH_SECONDS)
def test_depth_20000(grades: Grades) -> None:
    """A chain of 20,000 operations works; 4,200 are cleared, and `build_topo` lists 1,500."""
    short = (longest(grades, 1_500),)  # who calls itself gives up here too, and it costs little
    if grades.passed(test_build_topo):
        grades.order(*properties.ordered(short))
    # Not the longest: how deep a walk by sets goes there changes from run to run.
    middle = (longest(grades, 4_200),)
    if grades.passed(test_unequal_depth, test_same_inner_operand):
        short, middle = map(properties.short_and_long_above, (short, middle))
    if grades.passed(test_zero_grad_clears):
        middle = properties.called_and_cleared(middle)
        grades.at_own(own_numbers.deep)
    grades.fixed(middle)
    if grades.passed(test_backward_twice, test_backward_three_times):
        short = properties.again(short, 3)
    grades.fixed(short)
    # Last: what is left of it need not be gone through.
    grades.program(longest(grades, 20_000, apart=grades.passed(test_equal_values)))


CHECKS = (
    test_ladder,
    test_scaled_ladder,
    test_depth_450,
    test_depth_900,
    test_depth_20000,
)
