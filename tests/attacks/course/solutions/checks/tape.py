"""Checks for the attack battery: public ones before, between and after two traps."""

from grader.checks import DRAWN, check, trap


@check(points=1)
def test_sum(grades):
    """A sum hands its gradient to both of its inputs."""
    grades(lambda a, b: a + b, a=2.0, b=3.0)


@check(points=1)
def test_product(grades):
    """A product hands to each input the value of the other one."""
    grades(lambda a, b: a * b, a=2.0, b=3.0)


@trap(points=4)
def test_shared(grades):
    """A node with two consumers collects from both."""
    grades(lambda a, b, c: (a * b + c) * (a + b), a=DRAWN, b=DRAWN, c=DRAWN)


@check(points=1)
def test_square(grades):
    """A value times itself collects twice."""
    grades(lambda a: a * a, a=3.0)


@trap(points=2)
def test_random(grades):
    """Random graphs of sums and products."""
    grades.random_graphs(20)


@check(points=1)
def test_showcase(grades):
    """(a*b + c) * (a + b) at 2, 3, 1 gives 22, 17 and 5."""
    grades(lambda a, b, c: (a * b + c) * (a + b), a=2.0, b=3.0, c=1.0)
