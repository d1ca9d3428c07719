"""Engine without a depth first walk: a node is always younger than its inputs."""

import math
from collections import deque


class Value:
    made = 0  # how many nodes there are

    def __init__(self, data, *sources):
        self.made += 1
        self.age = -self.made
        self.data = data
        self.grad = 0.0
        self.sources = sources

    @property
    def _prev(self):
        return tuple(node for node, _ in self.sources)

    def _backward(self):
        for node, slope in self.sources:
            node.grad += slope(self) * self.grad

    def backward(self):
        youngest_first = by_age(self)
        for node in youngest_first:
            if node.sources:
                node.grad = 0.0
        self.grad += 1.0
        for node in youngest_first:
            node._backward()

    def __add__(self, other):
        other = to_value(other)
        return Value(self.data + other.data, (self, one), (other, one))

    def __sub__(self, other):
        other = to_value(other)
        return Value(self.data - other.data, (self, one), (other, minus_one))

    def __mul__(self, other):
        other = to_value(other)
        a, b = self.data, other.data
        return Value(a * b, (self, lambda out: b), (other, lambda out: a))

    def __truediv__(self, other):
        other = to_value(other)
        b = other.data
        return Value(self.data / b, (self, lambda out: 1 / b), (other, lambda out: -out.data / b))

    def __pow__(self, n):
        a = self.data
        return Value(a**n, (self, lambda out: n * a ** (n - 1) if n else 0.0))

    def __neg__(self):
        return Value(-self.data, (self, minus_one))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return to_value(other) - self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), (self, lambda out: 1.0 - out.data**2))

    def exp(self):
        return Value(math.exp(self.data), (self, lambda out: out.data))

    def relu(self):
        return Value(max(self.data, 0.0), (self, lambda out: float(out.data > 0)))


def one(out):
    return 1.0


def minus_one(out):
    return -1.0


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


def by_age(root):
    """All nodes that root is made of, the youngest (root) first."""
    found = [root]
    seen = {root}
    queue = deque(found)
    while queue:
        for node, _ in queue.popleft().sources:
            if node not in seen:
                seen.add(node)
                found.append(node)
                queue.append(node)
    return sorted(found, key=lambda node: node.age)


def build_topo(v, visited, topo):
    topo += reversed(by_age(v))
    visited.update(topo)


def zero_grad(root):
    for node in by_age(root):
        node.grad = 0.0
