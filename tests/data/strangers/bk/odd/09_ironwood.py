"""Levels: a node is one higher than its highest input, and the wave goes down level by level."""

import math
from collections import defaultdict


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._level = 1 + max((p._level for p in self._prev), default=-1)

    # A leaf has nothing to pass on; the kinds of inner nodes below say what they pass on.
    def _backward(self):
        return ()

    def __add__(self, other):
        return Plus(self, other)

    def __radd__(self, other):
        return Plus(other, self)

    def __sub__(self, other):
        return Plus(self, -other)

    def __rsub__(self, other):
        return Plus(other, -self)

    def __mul__(self, other):
        return Times(self, other)

    def __rmul__(self, other):
        return Times(other, self)

    def __truediv__(self, other):
        return Over(self, other)

    def __rtruediv__(self, other):
        return Over(other, self)

    def __neg__(self):
        return Curve(self, -self.data, lambda: -1.0)

    def __pow__(self, n):
        x = self.data
        return Curve(self, x**n, lambda: n * x ** (n - 1) if n else 0.0)

    def tanh(self):
        x = self.data

        def sech2():
            # Far out cosh would not fit, and the curve is flat.
            return 1.0 / math.cosh(x) ** 2 if abs(x) < 300 else 0.0

        return Curve(self, math.tanh(x), sech2)

    def exp(self):
        y = math.exp(self.data)
        return Curve(self, y, lambda: y)

    def relu(self):
        x = self.data
        return Curve(self, max(x, 0.0), lambda: 1.0 if x > 0.0 else 0.0)

    def backward(self):
        flow = defaultdict(float)
        levels = defaultdict(dict)
        levels[self._level][self] = True
        flow[self] = 1.0
        for level in range(self._level, -1, -1):
            for node in levels.pop(level, {}):
                g = flow.pop(node)
                node.grad = g if node._prev else node.grad + g
                for p, slope in node._backward():
                    flow[p] += slope * g
                    levels[p._level][p] = True


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


class Plus(Value):
    def __init__(self, x, y):
        x, y = as_node(x), as_node(y)
        Value.__init__(self, x.data + y.data, (x, y), "+")

    def _backward(self):
        return [(p, 1.0) for p in self._prev]


class Times(Value):
    def __init__(self, x, y):
        x, y = as_node(x), as_node(y)
        Value.__init__(self, x.data * y.data, (x, y), "*")
        self._crossed = [(x, y.data), (y, x.data)]

    def _backward(self):
        return self._crossed


class Over(Value):
    def __init__(self, x, y):
        x, y = as_node(x), as_node(y)
        Value.__init__(self, x.data / y.data, (x, y), "/")
        self._y = y.data

    def _backward(self):
        x, y = self._prev
        return (x, 1.0 / self._y), (y, -self.data / self._y)


class Curve(Value):
    def __init__(self, x, data, slope):
        Value.__init__(self, data, (x,), "curve")
        self._slope = slope

    def _backward(self):
        return ((self._prev[0], self._slope()),)


def build_topo(v, visited, topo):
    visited.add(v)
    todo = [v]
    while todo:
        n = todo.pop()
        topo.append(n)
        for p in n._prev:
            if p not in visited:
                visited.add(p)
                todo.append(p)
    topo.sort(key=lambda n: n._level)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
