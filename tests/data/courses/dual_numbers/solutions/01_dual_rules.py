"""Exercise 1: numbers that carry their slope.

A dual number is a list [value, slope]. The slope says how fast the value changes with x. Write the
rules of +, * and tanh: each takes dual numbers and returns one.
"""

import math


def dual_add(a, b):
    ### BEGIN SOLUTION
    # TODO: return the sum as [value, slope].
    return [a[0] + b[0], a[1] + b[1]]
    ### END SOLUTION


def dual_mul(a, b):
    ### BEGIN SOLUTION
    # TODO: return the product as [value, slope].
    return [a[0] * b[0], a[1] * b[0] + a[0] * b[1]]
    ### END SOLUTION


def dual_tanh(a):
    ### BEGIN SOLUTION
    # TODO: return tanh of a as [value, slope].
    return [math.tanh(a[0]), (1 - math.tanh(a[0]) ** 2) * a[1]]
    ### END SOLUTION
