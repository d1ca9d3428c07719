"""Kahn's algorithm, from the root towards the leaves."""

import math
from collections import deque


class Value:
    def __init__(self, data, inputs=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = list(inputs)
        self._backward = rule

    @staticmethod
    def _wrap(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value._wrap(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return Value(self.data + other.data, [self, other], rule)

    def __mul__(self, other):
        other = Value._wrap(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return Value(self.data * other.data, [self, other], rule)

    def __pow__(self, n):
        def rule(g):
            self.grad += g * n * self.data ** (n - 1) if n != 0 else 0.0

        return Value(self.data**n, [self], rule)

    def __truediv__(self, other):
        other = Value._wrap(other)

        def rule(g):
            self.grad += g / other.data
            other.grad += -g * self.data / other.data**2

        return Value(self.data / other.data, [self, other], rule)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -Value._wrap(other)

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return Value._wrap(other) - self

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Value._wrap(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1 - t**2)

        return Value(t, [self], rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return Value(e, [self], rule)

    def relu(self):
        def rule(g):
            if self.data > 0:
                self.grad += g

        return Value(self.data if self.data > 0 else 0.0, [self], rule)

    def backward(self):
        order = kahn(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            if node._backward is not None:
                node._backward(node.grad)


def reachable(root):
    found = {root}
    queue = deque([root])
    while queue:
        for p in queue.popleft()._prev:
            if p not in found:
                found.add(p)
                queue.append(p)
    return found


def kahn(root):
    """Every node after all of its consumers."""
    consumers = {node: 0 for node in reachable(root)}
    for node in consumers:
        for p in set(node._prev):
            consumers[p] += 1
    ready = deque([root])
    order = []
    while ready:
        node = ready.popleft()
        order.append(node)
        for p in node._prev:
            consumers[p] -= 1
            if consumers[p] == 0:
                ready.append(p)
    return order


def build_topo(v, visited, topo):
    order = kahn(v)
    visited.update(order)
    topo.extend(reversed(order))


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
