import math
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any


@dataclass(eq=False)
class Value:
    data: float
    _prev: tuple = ()
    _local: tuple = field(default=(), repr=False)
    grad: float = 0.0

    def __post_init__(self):
        self.data = float(self.data)

    def _backward(self):
        for node, slope in zip(self._prev, self._local):
            node.grad += slope * self.grad

    def __add__(self, other: Any):
        other = lift(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other: Any):
        other = lift(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other: Any):
        other = lift(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other: Any):
        other = lift(other)
        inverse = 1.0 / other.data
        return Value(self.data / other.data, (self, other),
                     (inverse, -self.data * inverse * inverse))

    def __pow__(self, n):
        slope = 0.0
        with suppress(ZeroDivisionError):
            slope = n * self.data ** (n - 1)
        return Value(self.data ** n, (self,), (slope,))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __iadd__(self, other):
        self.data += lift(other).data
        return self

    def __isub__(self, other):
        difference = self - other
        return difference

    def __imul__(self, other):
        product = self * other
        return product

    def __radd__(self, other): return lift(other) + self
    def __rsub__(self, other): return lift(other) - self
    def __rmul__(self, other): return lift(other) * self
    def __rtruediv__(self, other): return lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t ** 2,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        return Value(max(0.0, self.data), (self,), (float(self.data > 0.0),))

    def backward(self):
        build_topo(self, set(), order := [])
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(False, v)]
    while stack:
        match stack.pop():
            case (True, node):
                topo.append(node)
            case (False, node) if node not in visited:
                visited.add(node)
                stack.append((True, node))
                stack.extend((False, child) for child in node._prev)


def zero_grad(root):
    build_topo(root, set(), order := [])
    for node in order:
        node.grad = 0.0
