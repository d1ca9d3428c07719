"""Exam. Difference and quotient are worked out with the operators that exist already,
under no_grad(), so that only ONE node of each enters the graph."""

import math
from contextlib import contextmanager

_recording = True


@contextmanager
def no_grad():
    """Nodes that are made in here do not remember where they come from."""
    global _recording
    before, _recording = _recording, False
    yield
    _recording = before


def node(data, inputs, rule):
    out = Value(data)
    if _recording:
        out._prev = inputs
        out._backward = lambda: rule(out.grad)
    return out


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    def __add__(self, other):
        other = wrapped(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return node(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = wrapped(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return node(self.data * other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)

        return node(self.data**n, (self,), rule)

    def __neg__(self):
        def rule(g):
            self.grad -= g

        return node(-self.data, (self,), rule)

    def __sub__(self, other):
        other = wrapped(other)
        with no_grad():
            difference = self + -other

        def rule(g):
            self.grad += g
            other.grad -= g

        return node(difference.data, (self, other), rule)

    def __truediv__(self, other):
        other = wrapped(other)
        with no_grad():
            inverse = other**-1
            quotient = self * inverse

        def rule(g):
            self.grad += g * inverse.data
            other.grad -= g * quotient.data * inverse.data

        return node(quotient.data, (self, other), rule)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return wrapped(other) - self

    def __rtruediv__(self, other):
        return wrapped(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1 - t**2)

        return node(t, (self,), rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return node(e, (self,), rule)

    def relu(self):
        def rule(g):
            if self.data > 0:
                self.grad += g

        return node(max(0.0, self.data), (self,), rule)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for inner in topo:
            if inner._prev:
                inner.grad = 0.0
        self.grad += 1.0
        for current in reversed(topo):
            current._backward()


def wrapped(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        top = stack[-1]
        visited.add(top)
        fresh = next((child for child in top._prev if child not in visited), None)
        if fresh is None:
            topo.append(stack.pop())
        else:
            stack.append(fresh)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for current in topo:
        current.grad = 0.0
