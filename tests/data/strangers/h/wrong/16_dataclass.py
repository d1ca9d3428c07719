from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Callable


def nothing() -> None:
    pass


@dataclass(unsafe_hash=True)
class Value:
    data: float
    grad: float = field(default=0.0, init=False, compare=False)
    _prev: tuple = field(default=(), repr=False, compare=False)
    _backward: Callable = field(default_factory=lambda: nothing, init=False, repr=False, compare=False)

    def result(self, data: float, *others: Value) -> Value:
        return Value(data, (self, *others))

    def __add__(self, other) -> Value:
        other = ensure(other)
        out = self.result(self.data + other.data, other)

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other) -> Value:
        other = ensure(other)
        out = self.result(self.data * other.data, other)

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other) -> Value:
        other = ensure(other)
        out = self.result(self.data / other.data, other)

        def _backward():
            self.grad += out.grad / other.data
            other.grad -= self.data * out.grad / other.data**2

        out._backward = _backward
        return out

    def __pow__(self, n) -> Value:
        out = self.result(self.data**n)

        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def tanh(self) -> Value:
        out = self.result(math.tanh(self.data))

        def _backward():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def exp(self) -> Value:
        out = self.result(math.exp(self.data))

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self) -> Value:
        out = self.result(self.data if self.data > 0 else 0.0)

        def _backward():
            self.grad += out.grad * (self.data > 0)

        out._backward = _backward
        return out

    def __neg__(self) -> Value:
        return self * -1.0

    def __sub__(self, other) -> Value:
        return self + -ensure(other)

    def __radd__(self, other) -> Value:
        return ensure(other) + self

    def __rsub__(self, other) -> Value:
        return ensure(other) - self

    def __rmul__(self, other) -> Value:
        return ensure(other) * self

    def __rtruediv__(self, other) -> Value:
        return ensure(other) / self

    def backward(self) -> None:
        topo: list[Value] = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def ensure(x) -> Value:
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
