"""Backpropagation in the order of the consumer counts."""

import math
from collections import Counter


class Value:
    """Holds data, grad, inputs in _prev, and in _backward the slope towards each input."""

    def __init__(self, data, _prev=(), _backward=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self._backward = _backward

    def __repr__(self):
        return f"Value(data={self.data:.4g}, grad={self.grad:.4g})"

    def _made(self, data, other, mine, its):
        return Value(data, [self, other], (mine, its))

    def __add__(self, other):
        other = promote(other)
        return self._made(self.data + other.data, other, 1.0, 1.0)

    def __sub__(self, other):
        other = promote(other)
        return self._made(self.data - other.data, other, 1.0, -1.0)

    def __mul__(self, other):
        other = promote(other)
        return self._made(self.data * other.data, other, other.data, self.data)

    def __truediv__(self, other):
        other = promote(other)
        return self._made(
            self.data / other.data, other, 1 / other.data, -self.data / other.data**2
        )

    def __radd__(self, other):
        return promote(other) + self

    def __rsub__(self, other):
        return promote(other) - self

    def __rmul__(self, other):
        return promote(other) * self

    def __rtruediv__(self, other):
        return promote(other) / self

    def __neg__(self):
        return Value(-self.data, [self], (-1.0,))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, [self], (0.0,))
        return Value(self.data**n, [self], (n * self.data ** (n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], (1 - t**2,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], (e,))

    def relu(self):
        return Value(self.data * (self.data > 0), [self], (float(self.data > 0),))

    def backward(self):
        waits = consumer_counts(self)
        for node in waits:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            if node.grad == 0.0:
                continue
            for child, slope in zip(node._prev, node._backward):
                child.grad += slope * node.grad
                waits[child] -= 1
                if waits[child] == 0:
                    ready.append(child)


def promote(x):
    return x if isinstance(x, Value) else Value(x)


def consumer_counts(root):
    """For each reachable node: by how many inputs of other nodes it is meant."""
    counts = Counter({root: 0})
    agenda = [root]
    while agenda:
        for child in agenda.pop()._prev:
            if child not in counts:
                agenda.append(child)
            counts[child] += 1
    return counts


def build_topo(v, visited, topo):
    waits = consumer_counts(v)
    ready, order = [v], []
    while ready:
        node = ready.pop()
        order.append(node)
        for child in node._prev:
            waits[child] -= 1
            if waits[child] == 0:
                ready.append(child)
    topo.extend(reversed(order))


def zero_grad(root):
    for node in consumer_counts(root):
        node.grad = 0.0
