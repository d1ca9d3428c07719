"""Gradients of inner nodes live in a dictionary during a call and nowhere else."""

import math
from operator import attrgetter


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "_level")

    def __init__(self, data, _prev=frozenset(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward
        self._level = 1 + max((node._level for node in _prev), default=-1)

    def backward(self):
        book = {self: 1.0}
        for node in sorted(below(self), key=attrgetter("_level"), reverse=True):
            amount = book.pop(node, 0.0)
            if node._backward is None:
                node.grad += amount
                continue
            for source, share in node._backward(amount):
                book[source] = book.get(source, 0.0) + share

    def __add__(self, o):
        if o == 0:
            return self
        o = box(o)
        return Value(
            self.data + o.data, frozenset((self, o)), lambda g: ((self, g), (o, g))
        )

    def __mul__(self, o):
        if o == 1:
            return self
        o = box(o)
        return Value(
            self.data * o.data,
            frozenset((self, o)),
            lambda g: ((self, g * o.data), (o, g * self.data)),
        )

    def __truediv__(self, o):
        o = box(o)
        q = self.data / o.data
        return Value(
            q, frozenset((self, o)), lambda g: ((self, g / o.data), (o, -g * q / o.data))
        )

    def __sub__(self, o):
        o = box(o)
        return Value(
            self.data - o.data, frozenset((self, o)), lambda g: ((self, g), (o, -g))
        )

    def __neg__(self):
        return 0.0 - self

    def __radd__(self, o):
        return box(o) + self

    def __rmul__(self, o):
        return box(o) * self

    def __rsub__(self, o):
        return box(o) - self

    def __rtruediv__(self, o):
        return box(o) / self

    def _curve(self, y, slope):
        return Value(y, frozenset({self}), lambda g: [(self, g * slope())])

    def __pow__(self, n):
        if n == 1:
            return self
        return self._curve(self.data**n, lambda: n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._curve(t, lambda: 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._curve(e, lambda: e)

    def relu(self):
        return self._curve(
            (self.data + abs(self.data)) / 2, lambda: 1.0 if self.data > 0 else 0.0
        )


def box(x):
    return x if isinstance(x, Value) else Value(float(x))


def below(root):
    found, todo = {root}, [root]
    while todo:
        new = todo.pop()._prev - found
        found |= new
        todo.extend(new)
    return found


def build_topo(v, visited, topo):
    topo.extend(sorted(below(v), key=attrgetter("_level")))


def zero_grad(root):
    for node in below(root):
        node.grad = 0.0
