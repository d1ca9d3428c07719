"""Backward by counting consumers: a node is ready when its last consumer has been served."""

import math
from collections import defaultdict


class Value:
    def __init__(self, data, _prev=(), _op="", _rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = _rule

    def __add__(self, other):
        other = _as_value(other)
        return Value(self.data + other.data, (self, other), "add", lambda g: (g, g))

    def __radd__(self, other):
        return _as_value(other) + self

    def __sub__(self, other):
        other = _as_value(other)
        return Value(self.data - other.data, (self, other), "sub", lambda g: (g, -g))

    def __rsub__(self, other):
        return _as_value(other) - self

    def __mul__(self, other):
        other = _as_value(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), "mul", lambda g: (g * y, g * x))

    def __rmul__(self, other):
        return _as_value(other) * self

    def __truediv__(self, other):
        other = _as_value(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), "div", lambda g: (g / y, -g * (x / y) / y))

    def __rtruediv__(self, other):
        return _as_value(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg", lambda g: (-g,))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), "pow", lambda g: (g * slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", lambda g: (g * (1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", lambda g: (g * e,))

    def relu(self):
        if self.data > 0.0:
            return Value(self.data, (self,), "relu", lambda g: (g,))
        return Value(0.0, (self,), "relu", lambda g: (0.0,))

    def backward(self):
        waiting = defaultdict(int)
        nodes = _below(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
            for source in node._prev:
                waiting[source] += 1
        self.grad += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            if not node._prev or node.grad == 0.0:
                continue
            for source, share in zip(node._prev, node._backward(node.grad)):
                source.grad += share
                waiting[source] -= 1
                if waiting[source] == 0:
                    ready.append(source)


def _as_value(x):
    return x if isinstance(x, Value) else Value(float(x))


def _below(root):
    found = [root]
    known = {root}
    for node in found:
        for source in node._prev:
            if source not in known:
                known.add(source)
                found.append(source)
    return found


def build_topo(v, visited, topo):
    pile = [(v, False)]
    while pile:
        node, back = pile.pop()
        if back:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            pile.append((node, True))
            for source in node._prev:
                pile.append((source, False))


def zero_grad(root):
    for node in _below(root):
        node.grad = 0.0
