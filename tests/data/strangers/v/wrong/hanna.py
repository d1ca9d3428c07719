import math
from dataclasses import dataclass, field
from typing import Any


@dataclass(eq=False)
class Value:
    data: float
    _prev: tuple = field(default=(), repr=False, compare=False)
    _op: str = field(default="", compare=False)
    grad: float = field(default=0.0, compare=False)
    _backward: Any = field(default=None, repr=False, compare=False)

    def _make(self, data, inputs, op, push):
        return Value(data, inputs, op, _backward=push)

    def __add__(self, other):
        other = lift(other)

        def push(g):
            self.grad += g
            other.grad += g

        return self._make(self.data + other.data, (self, other), "+", push)

    def __mul__(self, other):
        other = lift(other)

        def push(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return self._make(self.data * other.data, (self, other), "*", push)

    def __pow__(self, n):
        def push(g):
            self.grad += g * n * self.data ** (n - 1) if n != 0 else 0.0

        return self._make(self.data**n, (self,), "**", push)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -lift(other)

    def __truediv__(self, other):
        return self * lift(other) ** -1

    def __radd__(self, other):
        return lift(other) + self

    def __rmul__(self, other):
        return lift(other) * self

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def push(g):
            self.grad += g * (1 - t**2)

        return self._make(t, (self,), "tanh", push)

    def exp(self):
        e = math.exp(self.data)

        def push(g):
            self.grad += g * e

        return self._make(e, (self,), "exp", push)

    def relu(self):
        def push(g):
            self.grad += g if self.data >= 0 else 0.0

        return self._make(max(self.data, 0.0), (self,), "relu", push)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for item in topo:
            if item._backward is not None:
                item.grad = 0.0
        self.grad += 1.0
        for item in topo[::-1]:
            if item._backward is not None:
                item._backward(item.grad)


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(0, v)]
    while stack:
        step, item = stack.pop()
        if step == 0 and item in visited:
            continue
        visited.add(item)
        if step == len(item._prev):
            topo.append(item)
            continue
        stack.append((step + 1, item))
        stack.append((0, item._prev[step]))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for item in topo:
        item.grad = 0.0
