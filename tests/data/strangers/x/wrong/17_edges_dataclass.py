"""Engine with dataclasses: a node has edges, an edge has a slope."""

import math
from dataclasses import dataclass, field


@dataclass(frozen=True, eq=False)
class Edge:
    source: "Value"
    slope: float


@dataclass(eq=False, repr=False)
class Value:
    data: float
    edges: list = field(default_factory=list)
    grad: float = 0.0

    @property
    def _prev(self):
        return [edge.source for edge in self.edges]

    def _backward(self):
        for edge in self.edges:
            edge.source.grad += edge.slope * self.grad

    def __add__(self, other):
        other = wrapped(other)
        return Value(self.data + other.data, [Edge(self, 1.0), Edge(other, 1.0)])

    def __sub__(self, other):
        other = wrapped(other)
        return Value(self.data - other.data, [Edge(self, 1.0), Edge(other, -1.0)])

    def __mul__(self, other):
        other = wrapped(other)
        to_self = Edge(self, other.data)
        to_other = Edge(other, self.data)
        return Value(self.data * other.data, [to_self, to_other])

    def __truediv__(self, other):
        other = wrapped(other)
        to_self = Edge(self, 1.0 / other.data)
        to_other = Edge(self, -self.data / other.data**2)
        return Value(self.data / other.data, [to_self, to_other])

    def __neg__(self):
        return Value(-self.data, [Edge(self, -1.0)])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, [Edge(self, slope)])

    def __radd__(self, other):
        return wrapped(other) + self

    def __rsub__(self, other):
        return wrapped(other) - self

    def __rmul__(self, other):
        return wrapped(other) * self

    def __rtruediv__(self, other):
        return wrapped(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [Edge(self, 1.0 - t**2)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [Edge(self, e)])

    def relu(self):
        positive = self.data > 0
        return Value(self.data if positive else 0.0, [Edge(self, 1.0 if positive else 0.0)])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def wrapped(thing):
    return thing if isinstance(thing, Value) else Value(thing)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
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
