import math
from typing import NamedTuple


class Edge(NamedTuple):
    """From a result to one of its inputs."""

    source: "Value"
    slope: float


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = []  # the edges

    @classmethod
    def result(cls, data, op, *edges):
        out = cls(data, tuple(edge.source for edge in edges), op)
        out._backward.extend(edges)
        return out

    @property
    def is_leaf(self):
        return not self._backward

    def __add__(self, other):
        if not isinstance(other, Value):
            return Value.result(self.data + other, "+const", Edge(self, 1.0))
        return Value.result(
            self.data + other.data,
            "+",
            Edge(self, 1.0),
            Edge(other, 1.0),
        )

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value.result(self.data * other, "*const", Edge(self, other))
        return Value.result(
            self.data * other.data,
            "*",
            Edge(self, other.data),
            Edge(other, other.data),
        )

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value.result(self.data**n, "**", Edge(self, slope))

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return Value.result(self.data / other, "/const", Edge(self, 1.0 / other))
        return Value.result(
            self.data / other.data,
            "/",
            Edge(self, 1.0 / other.data),
            Edge(other, -self.data / other.data**2),
        )

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -other

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other

    def tanh(self):
        t = math.tanh(self.data)
        return Value.result(t, "tanh", Edge(self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value.result(e, "exp", Edge(self, e))

    def relu(self):
        if self.data <= 0.0:
            return Value.result(0.0, "relu", Edge(self, 0.0))
        return Value.result(self.data, "relu", Edge(self, 1.0))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if not node.is_leaf:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            for source, slope in node._backward:
                source.grad += slope * node.grad


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, leaving = stack.pop()
        if leaving:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for edge in node._backward:
            stack.append((edge.source, False))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
