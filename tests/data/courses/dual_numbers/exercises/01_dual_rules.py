"""Exercise 1: numbers that carry their slope.

A dual number is a list [value, slope]. The slope says how fast the value changes with x. Write the
rules of +, * and tanh: each takes dual numbers and returns one.
"""

import math


def dual_add(a, b):
    # TODO: return the sum as [value, slope].
    raise NotImplementedError("TODO: return the sum as [value, slope].")


def dual_mul(a, b):
    # TODO: return the product as [value, slope].
    raise NotImplementedError("TODO: return the product as [value, slope].")


def dual_tanh(a):
    # TODO: return tanh of a as [value, slope].
    raise NotImplementedError("TODO: return tanh of a as [value, slope].")
