"""Exercise 2: the slope of a formula.

A formula is "x", a number, ["add", f, g], ["mul", f, g] or ["tanh", f], where f and g are formulas.
Write `derivative(formula, x)`: the slope of the formula at x. Use your rules of exercise 1.
"""

import math


def derivative(formula, x):
    # TODO: return the slope of the formula at x.
    raise NotImplementedError("TODO: return the slope of the formula at x.")
