"""Autograd without sorting: a node runs when the last of its consumers has run."""

import math
from collections import Counter, deque


def reachable(root):
    """All nodes from `root` down, nearest first."""
    found = {root: None}
    line = deque([root])
    while line:
        for p in line.popleft()._prev:
            if p not in found:
                found[p] = None
                line.append(p)
    return list(found)


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward")

    def __init__(self, data, *edges):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(node for node, _ in edges)
        self._backward = tuple(slope for _, slope in edges)

    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, (self, 1.0), (other, 1.0))
        return Value(self.data + other, (self, 1.0))

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data, (self, other.data), (other, self.data))
        return Value(self.data * other, (self, other))

    def __sub__(self, other):
        if isinstance(other, Value):
            return Value(self.data - other.data, (self, 1.0), (other, -1.0))
        return Value(self.data - other, (self, 1.0))

    def __truediv__(self, other):
        if isinstance(other, Value):
            below = other.data
            return Value(
                self.data / below, (self, 1 / below), (other, -self.data / (below * below))
            )
        return Value(self.data / other, (self, 1 / other))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, number):
        return Value(number - self.data, (self, -1.0))

    def __rtruediv__(self, number):
        return Value(number / self.data, (self, -number / (self.data * self.data)))

    def __neg__(self):
        return Value(-self.data, (self, -1.0))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self, 0.0))
        return Value(self.data**n, (self, n * self.data ** (n - 1)))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, (1 + t) * (1 - t)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, e))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self, 1.0 if on else 0.0))

    def backward(self):
        nodes = reachable(self)
        waiting = Counter()
        for node in nodes:
            waiting.update(node._prev)
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            flow = node.grad
            if flow == 0.0:
                continue
            for p, slope in zip(node._prev, node._backward):
                p.grad += flow * slope
                waiting[p] -= 1
                if waiting[p] == 0:
                    ready.append(p)


def build_topo(v, visited, topo):
    nodes = reachable(v)
    uses = Counter()
    for node in nodes:
        uses.update(node._prev)
    order, ready = [], [v]
    while ready:
        node = ready.pop()
        order.append(node)
        for p in node._prev:
            uses[p] -= 1
            if uses[p] == 0:
                ready.append(p)
    topo.extend(reversed(order))
    visited.update(order)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
