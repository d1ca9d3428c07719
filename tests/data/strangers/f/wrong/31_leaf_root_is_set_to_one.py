from __future__ import annotations

import math
from typing import Callable, Iterable

Pullback = Callable[[float], Iterable[float]]


class Value:
    """Gradients of a call live in a dictionary of its own ("adjoints") and are copied to
    the nodes at the end."""

    data: float
    grad: float

    def __init__(self, data: float, _prev: tuple[Value, ...] = (), _backward: Pullback | None = None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def backward(self) -> None:
        if not self._prev:
            self.grad = 1.0
            return
        adjoint: dict[Value, float] = {self: 1.0}
        topo: list[Value] = []
        build_topo(self, set(), topo)
        for node in reversed(topo):
            if node._backward is None:
                continue
            for source, part in zip(node._prev, node._backward(adjoint[node])):
                adjoint[source] = adjoint.get(source, 0.0) + part
        for node, total in adjoint.items():
            if node._backward is None:
                node.grad += total
            else:
                node.grad = total

    def __add__(self, other: Value | float) -> Value:
        o = value(other)
        return Value(self.data + o.data, (self, o), lambda g: (g, g))

    def __sub__(self, other: Value | float) -> Value:
        o = value(other)
        return Value(self.data - o.data, (self, o), lambda g: (g, -g))

    def __mul__(self, other: Value | float) -> Value:
        o = value(other)
        return Value(self.data * o.data, (self, o), lambda g: (g * o.data, g * self.data))

    def __truediv__(self, other: Value | float) -> Value:
        o = value(other)
        q = self.data / o.data
        return Value(q, (self, o), lambda g: (g / o.data, -g * q / o.data))

    def __neg__(self) -> Value:
        return Value(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n: float) -> Value:
        if n == 0:
            return Value(1.0, (self,), lambda g: (0.0,))
        return Value(self.data**n, (self,), lambda g: (g * n * self.data ** (n - 1),))

    def tanh(self) -> Value:
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1.0 - t * t),))

    def exp(self) -> Value:
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self) -> Value:
        gate = 1.0 if self.data > 0 else 0.0
        return Value(gate * self.data, (self,), lambda g: (g * gate,))

    def __radd__(self, other: float) -> Value:
        return value(other) + self

    def __rsub__(self, other: float) -> Value:
        return value(other) - self

    def __rmul__(self, other: float) -> Value:
        return value(other) * self

    def __rtruediv__(self, other: float) -> Value:
        return value(other) / self


def value(x: Value | float) -> Value:
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v: Value, visited: set, topo: list) -> None:
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, rest = path[-1]
        following = next((p for p in rest if p not in visited), None)
        if following is None:
            topo.append(node)
            path.pop()
            continue
        visited.add(following)
        path.append((following, iter(following._prev)))


def zero_grad(root: Value) -> None:
    topo: list[Value] = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
