from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Callable


def _noop() -> None:
    """The rule of a leaf."""


@dataclass(eq=False)
class Value:
    data: float
    _prev: tuple[Value, ...] = field(default=(), repr=False)
    op: str = ""
    grad: float = 0.0
    _backward: Callable[[], None] = field(default=_noop, repr=False)

    @property
    def is_leaf(self) -> bool:
        return self.op == ""

    @classmethod
    def wrap(cls, x: Value | float) -> Value:
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, other: Value | float) -> Value:
        other = self.wrap(other)
        out = Value(self.data + other.data, (self, other), "add")

        def rule() -> None:
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __sub__(self, other: Value | float) -> Value:
        other = self.wrap(other)
        out = Value(self.data - other.data, (self, other), "sub")

        def rule() -> None:
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = rule
        return out

    def __mul__(self, other: Value | float) -> Value:
        other = self.wrap(other)
        out = Value(self.data * other.data, (self, other), "mul")

        def rule() -> None:
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = rule
        return out

    def __truediv__(self, other: Value | float) -> Value:
        other = self.wrap(other)
        out = Value(self.data / other.data, (self, other), "div")

        def rule() -> None:
            self.grad += out.grad / other.data
            other.grad -= out.grad * self.data / other.data**2

        out._backward = rule
        return out

    def __pow__(self, n: float) -> Value:
        out = Value(self.data**n, (self,), "pow")

        def rule() -> None:
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = rule
        return out

    def __neg__(self) -> Value:
        out = Value(-self.data, (self,))

        def rule() -> None:
            self.grad -= out.grad

        out._backward = rule
        return out

    def __radd__(self, other: float) -> Value:
        return Value(other) + self

    def __rsub__(self, other: float) -> Value:
        return Value(other) - self

    def __rmul__(self, other: float) -> Value:
        return Value(other) * self

    def __rtruediv__(self, other: float) -> Value:
        return Value(other) / self

    def tanh(self) -> Value:
        out = Value(math.tanh(self.data), (self,), "tanh")

        def rule() -> None:
            self.grad += (1.0 - out.data**2) * out.grad

        out._backward = rule
        return out

    def exp(self) -> Value:
        out = Value(math.exp(self.data), (self,), "exp")

        def rule() -> None:
            self.grad += out.data * out.grad

        out._backward = rule
        return out

    def relu(self) -> Value:
        out = Value(max(0.0, self.data), (self,), "relu")

        def rule() -> None:
            self.grad += out.grad if self.data > 0 else 0.0

        out._backward = rule
        return out

    def backward(self) -> None:
        topo: list[Value] = []
        build_topo(self, set(), topo)
        for node in topo:
            if not node.is_leaf:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v: Value, visited: set[Value], topo: list[Value]) -> list[Value]:
    stack: list[tuple[Value, bool]] = [(v, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        stack.extend((child, False) for child in node._prev)
    return topo


def zero_grad(root: Value) -> None:
    for node in build_topo(root, set(), []):
        node.grad = 0.0
