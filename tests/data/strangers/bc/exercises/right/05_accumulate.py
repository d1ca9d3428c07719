"""Exercise 5: the rules no longer assign at all; they pour into a node."""

import operator
from functools import reduce


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            pour(out.grad, self, 1)
            pour(out.grad, other, 1)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            pour(out.grad, other, self.data)
            pour(out.grad, self, other.data)

        out._backward = _backward
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
        topo.append(v)


def pour(gradient, node, slope):
    """Read what is there, and write it back together with the new share."""
    there, share = node.grad, slope * gradient
    setattr(node, "grad", there + share)


def exposing_expression(a, b):
    """Return the smallest expression of a and b that shows the bug."""
    del a
    return reduce(operator.mul, [b] * 2)
