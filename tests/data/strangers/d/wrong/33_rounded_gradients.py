from typing import NamedTuple
import math


class Edge(NamedTuple):
    source: "Value"
    factor: float


class Value:
    def __init__(self, data: float, edges: "tuple[Edge, ...]" = ()):
        self.data = float(data)
        self.grad = 0.0
        self.edges = edges

    @property
    def _prev(self):
        return tuple(edge.source for edge in self.edges)

    def _backward(self):
        for edge in self.edges:
            share = edge.factor * self.grad
            edge.source.grad = round(edge.source.grad + share, 4)

    def __repr__(self):
        return f"Value({self.data:.4f}, grad {self.grad:.4f})"

    def __add__(self, other):
        other = promote(other)
        return Value(self.data + other.data, (Edge(self, 1.0), Edge(other, 1.0)))

    def __sub__(self, other):
        other = promote(other)
        return Value(self.data - other.data, (Edge(self, 1.0), Edge(other, -1.0)))

    def __mul__(self, other):
        other = promote(other)
        return Value(self.data * other.data, (Edge(self, other.data), Edge(other, self.data)))

    def __truediv__(self, other):
        other = promote(other)
        quotient = self.data / other.data
        return Value(
            quotient, (Edge(self, 1.0 / other.data), Edge(other, -quotient / other.data))
        )

    def __neg__(self):
        return Value(-self.data, (Edge(self, -1.0),))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (Edge(self, 0.0),))
        return Value(self.data**n, (Edge(self, n * self.data ** (n - 1)),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (Edge(self, 1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (Edge(self, e),))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (Edge(self, 1.0),))
        return Value(0.0, (Edge(self, 0.0),))

    def __radd__(self, other):
        return promote(other) + self

    def __rsub__(self, other):
        return promote(other) - self

    def __rmul__(self, other):
        return promote(other) * self

    def __rtruediv__(self, other):
        return promote(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def promote(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, closing = stack.pop()
        if closing:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((edge.source, False) for edge in node.edges)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
