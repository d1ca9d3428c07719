"""Reverse-mode differentiation with edges that carry numbers."""

import math
from typing import NamedTuple


class Edge(NamedTuple):
    source: "Value"
    slope: float


class Value:
    def __init__(self, data, *edges):
        self.data = data
        self.grad = 0.0
        self.edges = edges
        self._prev = tuple(edge.source for edge in edges)

    def __repr__(self):
        kind = "node" if self.edges else "leaf"
        return f"<{kind} {self.data}>"

    def _backward(self):
        for source, slope in self.edges:
            source.grad += slope * self.grad

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, Edge(self, 1.0), Edge(other, 1.0))

    def __mul__(self, other):
        other = Value.of(other)
        a, b = self.data, other.data
        if a == b:
            return Value(a * a, Edge(self, 2.0 * a))
        return Value(a * b, Edge(self, b), Edge(other, a))

    def __neg__(self):
        return Value(-self.data, Edge(self, -1.0))

    def __sub__(self, other):
        other = Value.of(other)
        return Value(self.data - other.data, Edge(self, 1.0), Edge(other, -1.0))

    def __truediv__(self, other):
        other = Value.of(other)
        a, b = self.data, other.data
        return Value(a / b, Edge(self, 1.0 / b), Edge(other, -a / (b * b)))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, Edge(self, slope))

    def __radd__(self, other):
        return Value.of(other) + self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, Edge(self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, Edge(self, e))

    def relu(self):
        return Value(max(self.data, 0.0), Edge(self, 1.0 if self.data > 0 else 0.0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    """Inputs first, with a generator of inputs for each node that is under way."""
    if v in visited:
        return
    visited.add(v)
    under_way = [(v, (e.source for e in v.edges))]
    while under_way:
        node, sources = under_way[-1]
        source = next(sources, None)
        if source is None:
            under_way.pop()
            topo.append(node)
        elif source not in visited:
            visited.add(source)
            under_way.append((source, (e.source for e in source.edges)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
