from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, field

_ticket = itertools.count()


@dataclass(eq=False)
class Edge:
    source: Value
    slope: float


@dataclass(eq=False)
class Value:
    data: float
    edges: list[Edge] = field(default_factory=list, repr=False)
    grad: float = 0.0
    ticket: int = field(default_factory=lambda: next(_ticket), repr=False)

    @property
    def _prev(self) -> tuple[Value, ...]:
        return tuple(edge.source for edge in self.edges)

    def _backward(self) -> None:
        for edge in self.edges:
            edge.source.grad += edge.slope * self.grad

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, [Edge(self, 1.0), Edge(other, 1.0)])

    def __mul__(self, other):
        other = as_value(other)
        return Value(
            self.data * other.data,
            [Edge(self, other.data), Edge(other, self.data)],
        )

    def __pow__(self, n):
        slope = 0.0
        if n != 0:
            slope = n * self.data**n
        return Value(self.data**n, [Edge(self, slope)])

    def __neg__(self):
        return Value(-self.data, [Edge(self, -1.0)])

    def __sub__(self, other):
        return self + -as_value(other)

    def __truediv__(self, other):
        other = as_value(other)
        ratio = self.data / other.data
        return Value(ratio, [Edge(self, 1 / other.data), Edge(other, -ratio / other.data)])

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return as_value(other) - self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [Edge(self, 1 - t**2)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [Edge(self, e)])

    def relu(self):
        if self.data > 0:
            return Value(self.data, [Edge(self, 1.0)])
        return Value(0.0, [Edge(self, 0.0)])

    def backward(self) -> None:
        nodes = oldest_first(self)
        for node in nodes:
            if node.edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            node._backward()


def as_value(x) -> Value:
    return x if isinstance(x, Value) else Value(x)


def oldest_first(root: Value) -> list[Value]:
    found = {root}
    frontier = [root]
    while frontier:
        frontier = list({e.source for node in frontier for e in node.edges} - found)
        found.update(frontier)
    return sorted(found, key=lambda node: node.ticket)


def build_topo(v: Value, visited: set, topo: list) -> None:
    for node in oldest_first(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root: Value) -> None:
    for node in oldest_first(root):
        node.grad = 0.0
