import math
from typing import NamedTuple


class Edge(NamedTuple):
    source: "Value"
    slope: float


class Value:
    """A node is a number and the edges that lead to what it came from."""

    def __init__(self, data, *edges):
        self.data = data
        self.edges = edges
        self.grad = 0.0

    @property
    def _prev(self):
        return [edge.source for edge in self.edges]

    @property
    def is_inner(self):
        return bool(self.edges)

    def _backward(self):
        for edge in self.edges:
            edge.source.grad += edge.slope * self.grad

    def __add__(self, b):
        b = Value.cast(b)
        return Value(self.data + b.data, Edge(self, 1.0), Edge(b, 1.0))

    def __sub__(self, b):
        b = Value.cast(b)
        return Value(self.data - b.data, Edge(self, 1.0), Edge(b, -1.0))

    def __mul__(self, b):
        b = Value.cast(b)
        return Value(self.data * b.data, Edge(self, b.data), Edge(b, self.data))

    def __truediv__(self, b):
        b = Value.cast(b)
        return Value(
            self.data / b.data,
            Edge(self, 1.0 / b.data),
            Edge(b, -self.data / b.data),
        )

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data ** n, Edge(self, slope))

    def __neg__(self):
        return Value(-self.data, Edge(self, -1.0))

    def __radd__(self, b):
        return Value.cast(b) + self

    def __rsub__(self, b):
        return Value.cast(b) - self

    def __rmul__(self, b):
        return Value.cast(b) * self

    def __rtruediv__(self, b):
        return Value.cast(b) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, Edge(self, 1.0 - t ** 2))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, Edge(self, e))

    def relu(self):
        slope = 1.0 if self.data > 0 else 0.0
        return Value(slope * self.data, Edge(self, slope))

    @staticmethod
    def cast(b):
        return b if isinstance(b, Value) else Value(b)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node.is_inner:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    pending = [v]
    while pending:
        node = pending[-1]
        if node in visited:
            pending.pop()
        else:
            before = len(pending)
            for edge in node.edges:
                if edge.source not in visited:
                    pending.append(edge.source)
            if len(pending) == before:
                visited.add(node)
                topo.append(node)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
