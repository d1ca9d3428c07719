"""Gradients live in a ledger while a call runs; only leaves get something written on them."""

import math
from collections import Counter, defaultdict


class Value:
    def __init__(self, data, terms=()):
        self.data = data
        self.grad = 0.0
        # what the result is made of: {input: slope}, equal inputs already added up
        ledger = defaultdict(float)
        for node, slope in terms:
            ledger[node] += slope
        self._backward = dict(ledger)
        self._prev = list(self._backward)

    def __repr__(self):
        return f"Value({self.data:.5g})"

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(float(x))

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __sub__(self, other):
        other = Value.of(other)
        return Value(self.data - other.data, [(self, 1.0), (other, -1.0)])

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    def __truediv__(self, other):
        other = Value.of(other)
        q = self.data / other.data
        return Value(q, [(self, 1.0 / other.data), (other, -q / other.data)])

    def __radd__(self, other):
        return Value.of(other) + self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __pow__(self, n):
        return Value(self.data**n, [(self, n * self.data ** (n - 1) if n else 0.0)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def relu(self):
        return Value(max(self.data, 0.0), [(self, 1.0 if self.data > 0 else 0.0)])

    def backward(self):
        owed = defaultdict(float, {self: 1.0})
        for node in consumers_first(self):
            debt = owed.pop(node)
            for child, slope in node._backward.items():
                owed[child] += slope * debt
            if not node._prev:
                node.grad += debt


def consumers_first(root):
    waits = Counter()
    met, todo = {root}, [root]
    while todo:
        below = todo.pop()._prev
        waits.update(below)
        todo += [node for node in below if node not in met]
        met.update(below)
    ready = [root]
    while ready:
        node = ready.pop()
        yield node
        waits.subtract(node._prev)
        ready += [child for child in node._prev if not waits[child]]


def build_topo(v, visited, topo):
    topo.extend(reversed([*consumers_first(v)]))
    visited.update(topo)


def zero_grad(root):
    for node in consumers_first(root):
        node.grad = 0.0
