"""Compound operators work out their number with the simple ones, but make only one node."""

import math
from contextlib import contextmanager

recording = True


@contextmanager
def no_recording():
    """Inside, operators give bare numbers: nodes without inputs."""
    global recording
    before = recording
    recording = False
    yield
    recording = before


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None

    def __repr__(self):
        return f"Value({self.data}, {self.grad})"

    @staticmethod
    def lift(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value.lift(other)
        return node(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        other = Value.lift(other)
        return node(self.data * other.data, (self, other.data), (other, self.data))

    def __neg__(self):
        return node(-self.data, (self, -1.0))

    def __pow__(self, n):
        if n == 0:
            return node(1.0, (self, 0.0))
        return node(self.data**n, (self, n * self.data ** (n - 1)))

    def __sub__(self, other):
        other = Value.lift(other)
        with no_recording():
            difference = self + -other
        return node(difference.data, (self, 1.0), (other, -1.0))

    def __truediv__(self, other):
        other = Value.lift(other)
        with no_recording():
            inverse = other**-1
            quotient = self * inverse
            slope = -(quotient * inverse)
        return node(quotient.data, (self, inverse.data), (other, slope.data))

    def __radd__(self, other):
        return Value.lift(other) + self

    def __rmul__(self, other):
        return Value.lift(other) * self

    def __rsub__(self, other):
        return Value.lift(other) - self

    def __rtruediv__(self, other):
        return Value.lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return node(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return node(e, (self, e))

    def relu(self):
        return node(max(0.0, self.data), (self, 1.0 if self.data > 0 else 0.0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            if v._backward:
                v._backward()


def node(data, *edges):
    """A new node; an edge is (input, slope)."""
    out = Value(data)
    if not recording:
        return out

    def rule():
        for v, slope in edges:
            v.grad += slope * out.grad

    out._prev = tuple(v for v, _ in edges)
    out._backward = rule
    return out


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        current, inputs = stack[-1]
        for p in inputs:
            if p not in visited:
                visited.add(p)
                stack.append((p, iter(p._prev)))
                break
        else:
            topo.append(current)
            stack.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
