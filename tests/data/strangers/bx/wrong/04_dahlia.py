"""Scalar autograd. Every node knows its level (leaves: 0); backward goes down the levels."""

import math
from operator import attrgetter

level_of = attrgetter("level")


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        if _prev:
            self.level = 1 + _prev[0].level
        else:
            self.level = 0

    def _backward(self):
        for p, slope in zip(self._prev, self._slopes):
            p.grad += slope * self.grad

    def backward(self):
        nodes = sorted(reachable(self), key=level_of, reverse=True)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            node._backward()

    # two numbers

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = lift(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = lift(other)
        quotient = self.data / other.data
        slopes = (1.0 / other.data, -self.data / other.data**2)
        return Value(quotient, (self, other), slopes)

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    # one number

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    def __repr__(self):
        return f"<Value {self.data} at level {self.level}>"


def lift(x):
    return x if isinstance(x, Value) else Value(float(x))


def reachable(root, seen=None):
    seen = set() if seen is None else seen
    seen.add(root)
    found, todo = [root], [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in seen:
                seen.add(p)
                found.append(p)
                todo.append(p)
    return found


def build_topo(v, visited, topo):
    topo.extend(sorted(reachable(v, visited), key=level_of))


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
