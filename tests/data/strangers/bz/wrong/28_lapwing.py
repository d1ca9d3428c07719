"""Exercise 13: scalars with edges.

A node is its number plus the edges to its inputs, each with the slope that was worked out in
the forward pass. Backward only multiplies and adds. All nodes come out of `make`.
"""

import math
from typing import NamedTuple


class Edge(NamedTuple):
    source: "Value"
    slope: float

    def carry(self, grad):
        self.source.grad += self.slope * grad


class Value:
    """One number, its gradient, and how it was made."""

    __slots__ = ("data", "grad", "edges", "made")

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self.edges = []
        self.made = False

    @property
    def _prev(self):
        return [edge.source for edge in self.edges]

    def _backward(self):
        for edge in self.edges:
            edge.carry(self.grad)

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad}, edges={len(self.edges)})"

    def __add__(self, other):
        other = value(other)
        return make(self.data + other.data, [Edge(self, 1.0), Edge(other, 1.0)])

    def __sub__(self, other):
        other = value(other)
        return make(self.data - other.data, [Edge(self, 1.0), Edge(other, -1.0)])

    def __mul__(self, other):
        other = value(other)
        return make(self.data * other.data, [Edge(self, other.data), Edge(other, self.data)])

    def __truediv__(self, other):
        other = value(other)
        ratio = self.data / other.data
        return make(ratio, [Edge(self, 1.0 / other.data), Edge(other, -ratio / other.data)])

    def __neg__(self):
        return make(-self.data, [Edge(self, -1.0)])

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return make(self.data**n, [Edge(self, slope)])

    def __radd__(self, other):
        return value(other) + self

    def __rsub__(self, other):
        return value(other) - self

    def __rmul__(self, other):
        return value(other) * self

    def __rtruediv__(self, other):
        return value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return make(t, [Edge(self, 1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return make(e, [Edge(self, e)])

    def relu(self):
        return make(max(self.data, 0.0), [Edge(self, float(self.data > 0))])

    def backward(self):
        """Gradients of this node with respect to everything below it."""
        order = build_topo(self, set(), [])
        for node in order:
            if node.made:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()

    def zero_grad(self):
        zero_grad(self)


def value(x):
    """x itself, or a leaf for a plain number."""
    return x if isinstance(x, Value) else Value(x)


def make(data, edges):
    """The node for a result. Edges that cannot carry anything are not kept: a network with
    many dead relus is gone through in half of the time."""
    out = Value(data)
    out.edges = [edge for edge in edges if edge.slope]
    out.made = True
    return out


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first.

    Every node is put on the stack twice: to send its inputs ahead, and to be listed.
    """
    stack = [v]
    opened = set()
    while stack:
        node = stack.pop()
        if node in visited:
            continue
        if node in opened:
            visited.add(node)
            topo.append(node)
            continue
        opened.add(node)
        stack.append(node)
        for edge in node.edges:
            if edge.source not in opened:
                stack.append(edge.source)
    return topo


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in build_topo(root, set(), []):
        node.grad = 0.0


def _examples():
    a, b, c = Value(2.0), Value(-3.0), Value(10.0)
    (a * b + c).backward()
    yield "a*b + c", (a.grad, b.grad, c.grad), (-3, 2, 1)
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    yield "once", (a.grad, b.grad, c.grad), (22, 17, 5)
    L.backward()
    yield "twice", (a.grad, b.grad, c.grad), (44, 34, 10)
    zero_grad(L)
    yield "zero_grad", (a.grad, b.grad, c.grad, L.grad), (0, 0, 0, 0)
    x = Value(1000.0)
    t = x.tanh()
    t.backward()
    yield "tanh far out", (t.data, x.grad), (1, 0)
    x = y = Value(1.0)
    for _ in range(20_000):
        y = y + x
    y.backward()
    yield "deep", (x.grad,), (20_001,)


if __name__ == "__main__":
    for what, found, expected in _examples():
        print("ok" if found == expected else "NO", what, found)
