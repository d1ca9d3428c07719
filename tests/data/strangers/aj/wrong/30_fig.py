from __future__ import annotations

import math
from typing import Callable, Union

Number = Union[int, float]


class Value:
    data: float
    grad: float
    _prev: tuple[Value, ...]
    _backward: Callable[[], None]

    def __init__(self, data: Number, _prev: tuple[Value, ...] = ()) -> None:
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def __add__(self, other: Value | Number) -> Value:
        other = coerce(other)
        out = Value(self.data + other.data, (self, other))

        def _backward() -> None:
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __radd__(self, other: Number) -> Value:
        if other == 0:
            return self
        return NotImplemented

    def __mul__(self, other: Value | Number) -> Value:
        other = coerce(other)
        out = Value(self.data * other.data, (self, other))

        def _backward() -> None:
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __rmul__(self, other: Number) -> Value:
        return self * other

    def __neg__(self) -> Value:
        return self * -1.0

    def __sub__(self, other: Value | Number) -> Value:
        return self + (-coerce(other))

    def __rsub__(self, other: Number) -> Value:
        return coerce(other) - self

    def __pow__(self, exponent: Number) -> Value:
        out = Value(self.data**exponent, (self,))

        def _backward() -> None:
            if exponent != 0:
                self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other: Value | Number) -> Value:
        return self * coerce(other) ** -1

    def __rtruediv__(self, other: Number) -> Value:
        return coerce(other) / self

    def tanh(self) -> Value:
        t = math.tanh(self.data)
        out = Value(t, (self,))

        def _backward() -> None:
            self.grad += (1.0 - t**2) * out.grad

        out._backward = _backward
        return out

    def exp(self) -> Value:
        e = math.exp(self.data)
        out = Value(e, (self,))

        def _backward() -> None:
            self.grad += e * out.grad

        out._backward = _backward
        return out

    def relu(self) -> Value:
        out = Value(self.data if self.data > 0 else 0.0, (self,))

        def _backward() -> None:
            if out.data > 0:
                self.grad += out.grad

        out._backward = _backward
        return out

    def backward(self) -> None:
        topo: list[Value] = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def coerce(x: Value | Number) -> Value:
    return x if isinstance(x, Value) else Value(x)


def build_topo(v: Value, visited: set[Value], topo: list[Value]) -> None:
    stack: list[tuple[Value, bool]] = [(v, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root: Value) -> None:
    topo: list[Value] = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
