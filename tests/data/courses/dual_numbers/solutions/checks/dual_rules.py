"""Checks of exercise 1: each rule, with slopes that are not 1."""

import math

from grader.checks import DRAWN, check, trap


@check(points=1)
def test_add(grades):
    """Slopes of a sum add up."""
    grades.call("dual_add", [2.0, 1.0], [3.0, 5.0], gives=[5.0, 6.0])


@check(points=1)
def test_mul(grades):
    """A product has both terms of its slope."""
    grades.call("dual_mul", [2.0, 1.0], [3.0, 5.0], gives=[6.0, 13.0])


@check(points=1)
def test_tanh(grades):
    """tanh at 0 passes the slope on as it is."""
    grades.call("dual_tanh", [0.0, 3.0], gives=[0.0, 3.0])


@trap(points=1, after=test_mul)
def test_any_product(grades):
    """The rule of the product holds for any values and slopes."""

    def product(a, b):
        ### BEGIN SOLUTION
        # TODO: this is not handed out.
        return [a[0] * b[0], a[1] * b[0] + a[0] * b[1]]
        ### END SOLUTION

    grades.call("dual_mul", [DRAWN, DRAWN], [DRAWN, DRAWN], like=product)


@trap(points=1, after=test_tanh)
def test_any_tanh(grades):
    """The rule of tanh multiplies by the slope that comes in."""

    def tanh(a):
        ### BEGIN SOLUTION
        # TODO: this is not handed out.
        return [math.tanh(a[0]), a[1] / math.cosh(a[0]) ** 2]
        ### END SOLUTION

    grades.call("dual_tanh", [DRAWN, DRAWN], like=tanh)
