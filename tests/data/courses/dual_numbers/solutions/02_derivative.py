"""Exercise 2: the slope of a formula.

A formula is "x", a number, ["add", f, g], ["mul", f, g] or ["tanh", f], where f and g are formulas.
Write `derivative(formula, x)`: the slope of the formula at x. Use your rules of exercise 1.
"""

import math


def derivative(formula, x):
    ### BEGIN SOLUTION
    # TODO: return the slope of the formula at x.
    def dual(f):
        if not isinstance(f, list):
            return (x, 1.0) if f == "x" else (f, 0.0)
        (a, da), *rest = [dual(part) for part in f[1:]]
        if f[0] == "tanh":
            return math.tanh(a), (1 - math.tanh(a) ** 2) * da
        b, db = rest[0]
        return (a + b, da + db) if f[0] == "add" else (a * b, da * b + a * db)

    return dual(formula)[1]
    ### END SOLUTION
