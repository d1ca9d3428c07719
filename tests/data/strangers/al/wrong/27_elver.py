import math
from typing import NamedTuple


class Origin(NamedTuple):
    """How a node was made."""

    name: str
    inputs: tuple
    rule: object


LEAF = Origin("", (), None)


class Value:
    def __init__(self, data, origin=LEAF):
        self.data = float(data)
        self.grad = 0.0
        self._origin = origin
        self._prev = origin.inputs

    def __repr__(self):
        return f"Value({self.data:.4g} by {self._origin.name or 'hand'})"

    def _backward(self):
        if self._origin.rule:
            self._origin.rule(self.grad)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo[:-1]:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

    def __add__(self, other):
        other = to_node(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return Value(self.data + other.data, Origin("+", (self, other), rule))

    def __mul__(self, other):
        other = to_node(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return Value(self.data * other.data, Origin("*", (self, other), rule))

    def __truediv__(self, other):
        other = to_node(other)
        result = self.data / other.data

        def rule(g):
            self.grad += g / other.data
            other.grad -= g * self.data / (other.data * other.data)

        return Value(result, Origin("/", (self, other), rule))

    def __neg__(self):
        def rule(g):
            self.grad -= g

        return Value(-self.data, Origin("neg", (self,), rule))

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)

        return Value(self.data**n, Origin(f"**{n}", (self,), rule))

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1.0 - t * t)

        return Value(t, Origin("tanh", (self,), rule))

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return Value(e, Origin("exp", (self,), rule))

    def relu(self):
        open_ = self.data > 0

        def rule(g):
            if open_:
                self.grad += g

        return Value(self.data if open_ else 0.0, Origin("relu", (self,), rule))

    def __sub__(self, other):
        return self + -to_node(other)

    def __radd__(self, other):
        return to_node(other) + self

    def __rsub__(self, other):
        return to_node(other) + -self

    def __rmul__(self, other):
        return to_node(other) * self

    def __rtruediv__(self, other):
        return to_node(other) / self


def to_node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    todo = [(v, "go in")]
    while todo:
        node, what = todo.pop()
        if what == "come out":
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            todo.append((node, "come out"))
            todo.extend((p, "go in") for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
