"""Checks of a tiny course."""

from grader.checks import DRAWN, check, trap


@check(points=1)
def test_single(grades):
    """`a + b` hands 1 to each of its inputs."""
    grades(lambda a, b: a + b, a=2.0, b=3.0)


@trap(points=2, after=test_single)
def test_double(grades):
    """`a + a` hands 2 to `a`."""
    grades(lambda a: a + a, a=DRAWN)
