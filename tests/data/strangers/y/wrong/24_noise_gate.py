"""Exercise 13, the exam: the whole engine."""

from __future__ import annotations

import math


Number = float | int


class Value:
    """A node knows its height: leaves are at 0, a result is above all of its inputs."""

    def __init__(self, data: float, _prev: tuple[Value, ...] = (), pull=None) -> None:
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._pull = pull
        self._height: int = 1 + max(i._height for i in _prev) if _prev else 0

    def _backward(self) -> None:
        if self._pull is not None:
            for node, slope in zip(self._prev, self._pull(self)):
                share = slope * self.grad
                if abs(share) > 1e-15:  # less is rounding noise
                    node.grad += share

    def __add__(self, other: Value | Number) -> Value:
        other = as_value(other)
        return Value(self.data + other.data, (self, other), lambda out: (1.0, 1.0))

    def __mul__(self, other: Value | Number) -> Value:
        other = as_value(other)
        return Value(self.data * other.data, (self, other), lambda out: (other.data, self.data))

    def __sub__(self, other: Value | Number) -> Value:
        other = as_value(other)
        return Value(self.data - other.data, (self, other), lambda out: (1.0, -1.0))

    def __truediv__(self, other: Value | Number) -> Value:
        other = as_value(other)

        def pull(out: Value) -> tuple[float, float]:
            return 1.0 / other.data, -out.data / other.data

        return Value(self.data / other.data, (self, other), pull)

    def __radd__(self, other: Number) -> Value:
        return as_value(other) + self

    def __rmul__(self, other: Number) -> Value:
        return as_value(other) * self

    def __rsub__(self, other: Number) -> Value:
        return as_value(other) - self

    def __rtruediv__(self, other: Number) -> Value:
        return as_value(other) / self

    def __neg__(self) -> Value:
        return 0.0 - self

    def __pow__(self, n: Number) -> Value:
        def pull(out: Value) -> tuple[float]:
            return (n * self.data ** (n - 1),) if n else (0.0,)

        return Value(self.data**n, (self,), pull)

    def tanh(self) -> Value:
        return Value(math.tanh(self.data), (self,), lambda out: (1.0 - out.data * out.data,))

    def exp(self) -> Value:
        return Value(math.exp(self.data), (self,), lambda out: (out.data,))

    def relu(self) -> Value:
        return Value(max(0.0, self.data), (self,), lambda out: (float(out.data > 0.0),))

    def backward(self) -> None:
        topo: list[Value] = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def as_value(x: Value | Number) -> Value:
    return x if isinstance(x, Value) else Value(x)


def build_topo(v: Value, visited: set, topo: list[Value]) -> None:
    visited.add(v)
    found = [v]
    for node in found:
        for i in node._prev:
            if i not in visited:
                visited.add(i)
                found.append(i)
    topo += sorted(found, key=lambda node: node._height)


def zero_grad(root: Value) -> None:
    topo: list[Value] = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0

