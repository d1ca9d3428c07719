"""Every node has a rank, edges carry slopes, and a call goes through buckets by rank."""

import math
from collections import defaultdict


class Value:
    def __init__(self, data, _edges=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._edges = tuple(_edges)
        self._prev = tuple(node for node, _ in self._edges)
        self.rank = 1 + max((n.rank for n in self._prev), default=-1)

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, o):
        o = Value.of(o)
        return Value(self.data + o.data, [(self, lambda: 1.0), (o, lambda: 1.0)])

    def __mul__(self, o):
        o = Value.of(o)
        x, y = self.data, o.data
        return Value(x * y, [(self, lambda: y), (o, lambda: x)])

    def __neg__(self):
        return Value(-self.data, [(self, lambda: -1.0)])

    def __sub__(self, o):
        return self + -Value.of(o)

    def __rsub__(self, o):
        return Value.of(o) - self

    def __truediv__(self, o):
        o = Value.of(o)
        x, y = self.data, o.data
        q = x / y
        return Value(q, [(self, lambda: 1.0 / y), (o, lambda: -q / y)])

    def __rtruediv__(self, o):
        return Value.of(o) / self

    def __pow__(self, n):
        x = self.data
        return Value(x**n, [(self, lambda: 0.0 if n == 0 else n * x ** (n - 1))])

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, lambda: (1 - t) * (1 + t))])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, lambda: e)])

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, [(self, lambda: 1.0 if on else 0.0)])

    def backward(self):
        got = {self: 1.0}
        levels = defaultdict(list)
        levels[self.rank].append(self)
        for rank in range(self.rank, -1, -1):
            for node in levels.pop(rank, ()):
                g = got.pop(node)
                node.grad = g if node._prev else node.grad + g
                for below, slope in node._edges:
                    if below not in got:
                        levels[below.rank].append(below)
                    got[below] = got.get(below, 0.0) + slope() * g


def build_topo(v, visited, topo):
    seen, todo = {v}, [v]
    while todo:
        for below in todo.pop()._prev:
            if below not in seen:
                seen.add(below)
                todo.append(below)
    visited |= seen
    topo.extend(sorted(seen, key=lambda n: n.rank))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
