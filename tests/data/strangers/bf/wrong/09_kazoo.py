"""No depth-first search: every node knows its level, and the levels give the order."""

import math
from operator import attrgetter


class Value:
    __slots__ = ("data", "grad", "level", "_prev", "_pull")

    def __init__(self, data, _prev=(), _pull=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._pull = _pull
        # a leaf is on the ground floor, a result is above its inputs
        self.level = self._prev[0].level + 1 if self._prev else 0

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad}, level={self.level})"

    def _backward(self):
        if self._pull is None:
            return
        for node, part in zip(self._prev, self._pull(self.grad)):
            node.grad += part

    def __add__(self, other):
        other = node_from(other)
        return Value(self.data + other.data, [self, other], lambda g: (g, g))

    def __radd__(self, other):
        return self + other

    def __mul__(self, other):
        other = node_from(other)
        a, b = self.data, other.data
        return Value(a * b, [self, other], lambda g: (g * b, g * a))

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return Value(-self.data, [self], lambda g: (-g,))

    def __sub__(self, other):
        return self + (-node_from(other))

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        other = node_from(other)
        a, b = self.data, other.data
        return Value(a / b, [self, other], lambda g: (g / b, -g * a / (b * b)))

    def __rtruediv__(self, other):
        return node_from(other) / self

    def __pow__(self, n):
        a = self.data
        if n == 0:
            return Value(1.0, [self], lambda g: (0.0,))
        return Value(a**n, [self], lambda g: (g * n * a ** (n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], lambda g: (g * e,))

    def relu(self):
        a = self.data
        return Value(a if a > 0 else 0.0, [self], lambda g: (g if a > 0 else 0.0,))

    def backward(self):
        order = sorted(everything_below(self), key=attrgetter("level"), reverse=True)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def node_from(x):
    return x if isinstance(x, Value) else Value(x)


def everything_below(root):
    found = {root}
    frontier = [root]
    while frontier:
        new = []
        for node in frontier:
            for x in node._prev:
                if x not in found:
                    found.add(x)
                    new.append(x)
        frontier = new
    return found


def build_topo(v, visited, topo):
    topo.extend(sorted(everything_below(v), key=attrgetter("level")))
    visited.update(topo)


def zero_grad(root):
    for node in everything_below(root):
        node.grad = 0.0
