"""Reverse mode, scalars only."""

from __future__ import annotations

import math
from typing import Callable, Iterable, Union

Number = Union[int, float]


class Value:
    data: float
    grad: float

    def __init__(self, data: Number, _prev: Iterable[Value] = ()) -> None:
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward: Callable[[], None] = lambda: None

    def __add__(self, other: Value | Number) -> Value:
        other = coerce(other)
        return connect(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other: Value | Number) -> Value:
        other = coerce(other)
        return connect(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other: Value | Number) -> Value:
        other = coerce(other)
        return connect(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other: Value | Number) -> Value:
        other = coerce(other)
        quotient = self.data / other.data
        return connect(quotient, (self, 1.0 / other.data), (other, -quotient / other.data))

    def __pow__(self, n: Number) -> Value:
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return connect(self.data**n, (self, slope))

    def __neg__(self) -> Value:
        return connect(-self.data, (self, -1.0))

    def __radd__(self, other: Number) -> Value:
        return coerce(other) + self

    def __rsub__(self, other: Number) -> Value:
        return coerce(other) - self

    def __rmul__(self, other: Number) -> Value:
        return coerce(other) * self

    def __rtruediv__(self, other: Number) -> Value:
        return coerce(other) / self

    def tanh(self) -> Value:
        t = math.tanh(self.data)
        return connect(t, (self, 1.0 - t * t))

    def exp(self) -> Value:
        e = math.exp(self.data)
        return connect(e, (self, e))

    def relu(self) -> Value:
        if self.data > 0:
            return connect(self.data, (self, 1.0))
        return connect(0.0, (self, 0.0))

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


def connect(result: float, *edges: tuple[Value, float]) -> Value:
    """A new node for `result`, with one edge (input, slope) for each input."""
    out = Value(result, (node for node, _ in edges))

    def rule() -> None:
        for node, slope in edges:
            node.grad += slope * out.grad

    out._backward = rule
    return out


def build_topo(v: Value, visited: set, topo: list) -> None:
    visited.add(v)
    stack = [(v, False)]
    while stack:
        node, leaving = stack.pop()
        if leaving:
            topo.append(node)
            continue
        stack.append((node, True))
        for i in reversed(node._prev):
            if i not in visited:
                visited.add(i)
                stack.append((i, False))


def zero_grad(root: Value) -> None:
    topo: list[Value] = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
