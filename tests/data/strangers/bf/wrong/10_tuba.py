"""Nodes get a name when they are made; a name made later sorts later."""

import math
from itertools import count

_counter = count()


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self.name = f"v{next(_counter):04d}"
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __repr__(self):
        return f"{self.name}: {self.data} (grad {self.grad})"

    def __add__(self, other):
        other = _value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def back(g):
            self.grad += g
            other.grad += g

        out._backward = back
        return out

    def __mul__(self, other):
        other = _value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def back(g):
            self.grad += g * other.data
            other.grad += g * self.data

        out._backward = back
        return out

    def __truediv__(self, other):
        other = _value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def back(g):
            self.grad += g / other.data
            other.grad -= g * self.data / other.data**2

        out._backward = back
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def back(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)

        out._backward = back
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -_value(other)

    def __radd__(self, other):
        return _value(other) + self

    def __rmul__(self, other):
        return _value(other) * self

    def __rsub__(self, other):
        return _value(other) - self

    def __rtruediv__(self, other):
        return _value(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def back(g):
            self.grad += g * (1 - out.data**2)

        out._backward = back
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def back(g):
            self.grad += g * out.data

        out._backward = back
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")

        def back(g):
            if out.data > 0:
                self.grad += g

        out._backward = back
        return out

    def backward(self):
        order = by_name(self)
        for node in order:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._backward:
                node._backward(node.grad)


def _value(x):
    return x if isinstance(x, Value) else Value(x)


def by_name(root):
    """All nodes of the graph, the oldest first."""
    found = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting.extend(node._prev)
    return sorted(found, key=lambda node: node.name)


def build_topo(v, visited, topo):
    for node in by_name(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in by_name(root):
        node.grad = 0.0
