"""Nodes are numbered when they are made; an input always has a smaller number."""

import itertools
import math
from operator import attrgetter

_numbers = itertools.count(1)


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_backward", "_rank")

    def __init__(self, data, _prev=(), _op="", _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _backward or (lambda g: ())
        self._rank = next(_numbers) & 0xFFFF

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), "+", lambda g: (g, g))

    def __radd__(self, other):
        return self + other

    def __mul__(self, other):
        other = as_value(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), "*", lambda g: (g * y, g * x))

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return Value(-self.data, (self,), "neg", lambda g: (-g,))

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data, (self, other), "-", lambda g: (g, -g))

    def __rsub__(self, other):
        return as_value(other) - self

    def __truediv__(self, other):
        other = as_value(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), "/", lambda g: (g / y, -g * (x / y) / y))

    def __rtruediv__(self, other):
        return as_value(other) / self

    def __pow__(self, n):
        x = self.data
        return Value(x**n, (self,), "**", lambda g: (g * n * x ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", lambda g: (g * e,))

    def relu(self):
        x = self.data
        return Value(max(x, 0.0), (self,), "relu", lambda g: (g if x > 0 else 0.0,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            for p, g in zip(node._prev, node._backward(node.grad)):
                p.grad += g


def as_value(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


def build_topo(v, visited, topo):
    visited.add(v)
    todo = [v]
    while todo:
        for p in todo.pop()._prev:
            if p not in visited:
                visited.add(p)
                todo.append(p)
    topo.extend(sorted(visited, key=attrgetter("_rank")))


def zero_grad(root):
    seen = set()
    build_topo(root, seen, [])
    for node in seen:
        node.grad = 0.0
