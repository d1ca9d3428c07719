from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Callable, Union

Number = Union[int, float]


def nothing() -> None:
    """The rule of a leaf."""


@dataclass(eq=False)
class Value:
    data: float
    _prev: tuple[Value, ...] = ()
    _op: str = ""
    grad: float = field(default=0.0, init=False)
    _backward: Callable[[], None] = field(default_factory=lambda: nothing, init=False, repr=False)

    @staticmethod
    def of(x: Value | Number) -> Value:
        return x if isinstance(x, Value) else Value(x)

    # arithmetic
    def __add__(self, other: Value | Number) -> Value:
        other = Value.of(other)
        out = Value(self.data + other.data, (self, other), "+")

        def push() -> None:
            self.grad += out.grad
            other.grad += out.grad

        out._backward = push
        return out

    def __mul__(self, other: Value | Number) -> Value:
        other = Value.of(other)
        out = Value(self.data * other.data, (self, other), "*")

        def push() -> None:
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = push
        return out

    def __pow__(self, n: Number) -> Value:
        out = Value(self.data ** n, (self,), "**")

        def push() -> None:
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = push
        return out

    def __neg__(self) -> Value:
        return self * -1

    def __sub__(self, other: Value | Number) -> Value:
        return self + Value.of(other) * -1

    def __truediv__(self, other: Value | Number) -> Value:
        return self * Value.of(other) ** -1

    def __radd__(self, other: Number) -> Value:
        return Value.of(other) + self

    def __rmul__(self, other: Number) -> Value:
        return Value.of(other) * self

    def __rsub__(self, other: Number) -> Value:
        return Value.of(other) - self

    def __rtruediv__(self, other: Number) -> Value:
        return Value.of(other) / self

    # functions of one value
    def _unary(self, y: float, slope: float, op: str) -> Value:
        out = Value(y, (self,), op)

        def push() -> None:
            self.grad += slope * out.grad

        out._backward = push
        return out

    def tanh(self) -> Value:
        y = math.tanh(self.data)
        return self._unary(y, 1 - y * y, "tanh")

    def exp(self) -> Value:
        y = math.exp(self.data)
        return self._unary(y, y, "exp")

    def relu(self) -> Value:
        return self._unary(max(0.0, self.data), float(self.data > 0), "relu")

    def backward(self) -> None:
        topo: list[Value] = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v: Value, visited: set[Value], topo: list[Value]) -> None:
    stack: list[tuple[Value, bool]] = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        stack.extend((p, False) for p in node._prev)


def zero_grad(root: Value) -> None:
    topo: list[Value] = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
