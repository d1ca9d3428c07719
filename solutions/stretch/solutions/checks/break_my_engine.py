"""Checks of tests: no alarm on right engines, and an alarm on wrong ones, family by family."""

from grader.checks import check
from grader.explain.lacking import lacking, wrong_engines
from grader.explain.right_engines import RIGHT_ENGINES

CPU = 1.0
"""Seconds for each call of `tests`, as the stub says."""


def ask(grades, family=None):
    """The tests of every right engine and of this family's wrong ones; of the simplest if None."""
    wrong = wrong_engines(family) if family else {"no-seed": wrong_engines("seeding")["no-seed"]}
    grades.engines(RIGHT_ENGINES, wrong, lacking)


@check(points=2, cpu=CPU, needs="process")
def test_right_engines(grades):
    """Your tests are silent about every right engine, and not about one without gradients."""
    ask(grades)


@check(points=1, after=test_right_engines, cpu=CPU, needs="process")
def test_seeding(grades):
    """Your tests find every wrong gradient to start with."""
    ask(grades, "seeding")


@check(points=2, after=test_right_engines, cpu=CPU, needs="process")
def test_order(grades):
    """Your tests find every wrong order of rules."""
    ask(grades, "order")


@check(points=1, after=test_right_engines, cpu=CPU, needs="process")
def test_accumulation(grades):
    """Your tests find contributions that are lost or wrong."""
    ask(grades, "accumulation")


@check(points=1, after=test_right_engines, cpu=CPU, needs="process")
def test_zeroing(grades):
    """Your tests find what is left, or missing, after a second call or zero_grad()."""
    ask(grades, "zeroing")


@check(points=1, after=test_right_engines, cpu=CPU, needs="process")
def test_operators(grades):
    """Your tests find every wrong operator, with numbers on either side too."""
    ask(grades, "operators")


@check(points=1, after=test_right_engines, cpu=CPU, needs="process")
def test_functions(grades):
    """Your tests find every wrong rule of tanh, exp and relu."""
    ask(grades, "functions")


@check(points=1, after=test_right_engines, cpu=CPU, needs="process")
def test_construction(grades):
    """Your tests find nodes that forget, or change, what they were made of."""
    ask(grades, "construction")
