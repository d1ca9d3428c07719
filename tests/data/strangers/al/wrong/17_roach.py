"""Nodes are numbered as they are made: sorted by number, inputs come first."""

import math
from itertools import count
from operator import add, attrgetter, mul, sub, truediv

ticket = count().__next__

SLOPES = {
    add: lambda x, y, z: (1.0, 1.0),
    sub: lambda x, y, z: (1.0, -1.0),
    mul: lambda x, y, z: (y, x),
    truediv: lambda x, y, z: (1.0 / y, -z / y),
}


def positive_part(x):
    return x if x > 0 else 0.0


SLOPE = {
    math.tanh: lambda x, z: 1.0 - z * z,
    math.exp: lambda x, z: z,
    positive_part: lambda x, z: 1.0 if x > 0 else 0.0,
}


class Value:
    def __init__(self, data, _prev=(), _slopes=(), _number=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self._number = ticket() if _number is None else _number

    def __hash__(self):
        return self._number

    def _combine(self, how, other):
        number = ticket()
        if not isinstance(other, Value):
            other = Value(other)
        x, y = self.data, other.data
        z = how(x, y)
        return Value(z, (self, other), SLOPES[how](x, y, z), number)

    def _map(self, how):
        x = self.data
        z = how(x)
        return Value(z, (self,), (SLOPE[how](x, z),))

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def backward(self):
        nodes = collect(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in sorted(nodes, key=attrgetter("_number"), reverse=True):
            node._backward()

    def __add__(self, other):
        return self._combine(add, other)

    def __sub__(self, other):
        return self._combine(sub, other)

    def __mul__(self, other):
        return self._combine(mul, other)

    def __truediv__(self, other):
        return self._combine(truediv, other)

    def __radd__(self, other):
        return Value(other)._combine(add, self)

    def __rsub__(self, other):
        return Value(other)._combine(sub, self)

    def __rmul__(self, other):
        return Value(other)._combine(mul, self)

    def __rtruediv__(self, other):
        return Value(other)._combine(truediv, self)

    def __neg__(self):
        return self._combine(mul, -1.0)

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), (slope,))

    def tanh(self):
        return self._map(math.tanh)

    def exp(self):
        return self._map(math.exp)

    def relu(self):
        return self._map(positive_part)


def collect(root):
    found = {root}
    edge = [root]
    while edge:
        edge = [p for node in edge for p in node._prev]
        edge = [p for p in dict.fromkeys(edge) if p not in found]
        found.update(edge)
    return found


def build_topo(v, visited, topo):
    visited.update(collect(v))
    topo.extend(sorted(visited, key=attrgetter("_number")))


def zero_grad(root):
    for node in collect(root):
        node.grad = 0.0
