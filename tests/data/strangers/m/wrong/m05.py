from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Callable


def nothing() -> None:
    pass


@dataclass(eq=False)
class Value:
    data: float
    _prev: tuple = ()
    op: str = ""
    grad: float = field(default=0.0, init=False)
    _backward: Callable = field(default_factory=lambda: nothing, init=False, repr=False)

    def key(self):
        return self.data

    def __add__(self, other):
        other = to_value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = to_value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), f"**{n}")

        def rule():
            if n:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = rule
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -to_value(other)

    def __truediv__(self, other):
        return self * to_value(other) ** -1

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def rule():
            self.grad += out.grad * (1 - out.data**2)

        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def rule():
            self.grad += out.grad * out.data

        out._backward = rule
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")

        def rule():
            self.grad += out.grad * (out.data > 0)

        out._backward = rule
        return out

    def backward(self):
        topo: list[Value] = []
        build_topo(self, set(), topo)
        for v in topo:
            v.grad = 0.0 if v._prev else v.grad
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def to_value(x) -> Value:
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v: Value, visited: set, topo: list) -> None:
    stack = [(v, 0)]
    visited.add(v.key())
    while stack:
        node, i = stack.pop()
        if i == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, i + 1))
        child = node._prev[i]
        if child.key() not in visited:
            visited.add(child.key())
            stack.append((child, 0))


def zero_grad(root: Value) -> None:
    topo: list[Value] = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
