"""Checks of exercise 2: small formulas, and two drawn points."""

from grader.checks import DRAWN, check, trap


@check(points=1)
def test_x_and_numbers(grades):
    """The slope of x is 1, that of a number is 0."""
    grades.call("derivative", "x", 5.0, gives=1.0)
    grades.call("derivative", 7.0, 5.0, gives=0.0)


@check(points=2, after=test_x_and_numbers)
def test_square(grades):
    """The slope of x*x at 3 is 6."""
    grades.call("derivative", ["mul", "x", "x"], 3.0, gives=6.0)


@trap(points=2, after=test_square)
def test_nested(grades):
    """Formulas within formulas have their slope too, at any point."""

    def slope(formula, x):
        ### BEGIN SOLUTION
        # TODO: this is not handed out.
        return 2 * x + formula[2][2]
        ### END SOLUTION

    square = ["mul", "x", "x"]
    grades.call("derivative", ["add", square, ["mul", "x", DRAWN]], DRAWN, like=slope)
