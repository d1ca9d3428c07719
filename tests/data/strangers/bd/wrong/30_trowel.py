"""Edges with slopes: every result keeps a list of (input, slope), and one rule serves them all."""

import math
from typing import NamedTuple


class Edge(NamedTuple):
    node: "Value"
    slope: float


class Value:
    def __init__(self, data, _prev=(), _op="", _edges=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._edges = _edges
        self._backward = self._along_edges

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _along_edges(self):
        for edge in self._edges:
            edge.node.grad += edge.slope * self.grad

    def __add__(self, other):
        b = constant(other)
        return join("+", self.data + b.data, Edge(self, 1.0), Edge(b, 1.0))

    def __mul__(self, other):
        b = constant(other)
        return join("*", self.data * b.data, Edge(self, b.data), Edge(b, self.data))

    def __truediv__(self, other):
        b = constant(other)
        quotient = self.data / b.data
        return join("/", quotient, Edge(self, 1.0 / b.data), Edge(b, -quotient / b.data))

    def __neg__(self):
        return join("neg", -self.data, Edge(self, -1.0))

    def __pow__(self, n):
        x = self.data
        slope = n * x ** (n - 1) if x else 0.0
        return join(f"**{n}", x**n, Edge(self, slope))

    def __sub__(self, other):
        return self + -constant(other)

    def __radd__(self, other):
        return constant(other) + self

    def __rmul__(self, other):
        return constant(other) * self

    def __rsub__(self, other):
        return constant(other) + -self

    def __rtruediv__(self, other):
        return constant(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return join("tanh", t, Edge(self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return join("exp", e, Edge(self, e))

    def relu(self):
        if self.data > 0:
            return join("relu", self.data, Edge(self, 1.0))
        return join("relu", 0.0, Edge(self, 0.0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def constant(x):
    return x if isinstance(x, Value) else Value(x)


def join(op, data, *edges):
    return Value(data, tuple(edge.node for edge in edges), op, edges)


def build_topo(v, visited, topo):
    pending = [(v, False)]
    while pending:
        node, below_done = pending.pop()
        if below_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            pending.append((node, True))
            for edge in node._edges:
                pending.append((edge.node, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
