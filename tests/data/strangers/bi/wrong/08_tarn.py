"""Contributions are collected and added up exactly (math.fsum), on inner nodes and on leaves."""

import math
from dataclasses import dataclass, field


@dataclass(eq=False, repr=False)
class Value:
    data: float
    _prev: tuple = ()
    _local: object = None
    grad: float = 0.0
    _parts: list = field(default_factory=list)

    def _backward(self):
        """Pass the gradient on to the inputs."""
        if self._local is not None:
            for node, slope in zip(self._prev, self._local()):
                node._parts.append(slope * self.grad)

    def _collect(self):
        self.grad = math.fsum(self._parts)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev or not node.grad:
                node._parts.clear()
        self._parts.append(1.0)
        for node in reversed(order):
            node._collect()
            node._backward()

    def __add__(self, other):
        other = number(other)
        return Value(self.data + other.data, (self, other), lambda: (1.0, 1.0))

    def __sub__(self, other):
        other = number(other)
        return Value(self.data - other.data, (self, other), lambda: (1.0, -1.0))

    def __mul__(self, other):
        other = number(other)
        return Value(self.data * other.data, (self, other), lambda: (other.data, self.data))

    def __truediv__(self, other):
        other = number(other)
        return Value(
            self.data / other.data,
            (self, other),
            lambda: (1.0 / other.data, -self.data / other.data / other.data),
        )

    def __radd__(self, other):
        return number(other) + self

    def __rsub__(self, other):
        return number(other) - self

    def __rmul__(self, other):
        return number(other) * self

    def __rtruediv__(self, other):
        return number(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), lambda: (-1.0,))

    def __pow__(self, n):
        def local():
            return (n * self.data ** (n - 1) if n else 0.0,)

        return Value(self.data**n, (self,), local)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda: (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda: (e,))

    def relu(self):
        positive = self.data > 0
        return Value(self.data * positive, (self,), lambda: (1.0 * positive,))


def number(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    todo = [(v, iter(v._prev))]
    visited.add(v)
    while todo:
        node, inputs = todo[-1]
        below = next((i for i in inputs if i not in visited), None)
        if below is None:
            topo.append(node)
            todo.pop()
        else:
            visited.add(below)
            todo.append((below, iter(below._prev)))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
        node._parts.clear()
