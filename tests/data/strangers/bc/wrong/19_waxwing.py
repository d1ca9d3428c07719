"""Dataclass nodes; slopes are stored with the inputs."""

from __future__ import annotations

import math
from dataclasses import dataclass, field


@dataclass(eq=False)
class Value:
    data: float
    _prev: tuple = ()
    _op: str = ""
    grad: float = field(default=0.0, init=False)
    _slopes: tuple = field(default=(), init=False, repr=False)

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def _with(self, *slopes):
        self._slopes = slopes
        return self

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), "+")._with(1.0, 1.0)

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data, (self, other), "-")._with(1.0, -1.0)

    def __mul__(self, other):
        other = as_value(other)
        out = Value(self.data * other.data, (self, other), "*")
        return out._with(other.data, self.data)

    def __truediv__(self, other):
        other = as_value(other)
        out = Value(self.data / other.data, (self, other), "/")
        return out._with(1.0 / other.data, -out.data / other.data)

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")
        return out._with(n * self.data ** (n - 1) if n != 0 else 0.0)

    def __neg__(self):
        return Value(-self.data, (self,), "neg")._with(-1.0)

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")
        return out._with(1.0 - out.data * out.data)

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")
        return out._with(out.data)

    def relu(self):
        if self.data > 0.0:
            return Value(self.data, (self,), "relu")._with(1.0)
        return Value(0.0, (), "relu")

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def backward(self):
        topo: list[Value] = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for below in node._prev:
            stack.append((below, False))


def zero_grad(root):
    topo: list[Value] = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
