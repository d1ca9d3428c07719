from __future__ import annotations

import math
from typing import Callable, Iterable

Rule = Callable[[], None]


def _leaf_rule() -> None:
    return None


class Value:
    """Typed version of my engine."""

    data: float
    grad: float

    def __init__(self, data: float, _prev: Iterable[Value] = ()) -> None:
        self.data = data
        self.grad = 0.0
        self._prev: tuple[Value, ...] = tuple(_prev)
        self._backward: Rule = _leaf_rule

    def __add__(self, other: Value | float) -> Value:
        rhs = _node(other)
        out = Value(self.data + rhs.data, (self, rhs))

        def rule() -> None:
            self.grad += out.grad
            rhs.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other: Value | float) -> Value:
        rhs = _node(other)
        out = Value(self.data * rhs.data, (self, rhs))

        def rule() -> None:
            self.grad += rhs.data * out.grad
            rhs.grad += self.data * out.grad

        out._backward = rule
        return out

    def __pow__(self, n: float) -> Value:
        out = Value(self.data**n, (self,))

        def rule() -> None:
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = rule
        return out

    def __neg__(self) -> Value:
        return self * -1.0

    def __sub__(self, other: Value | float) -> Value:
        return self + (-_node(other))

    def __truediv__(self, other: Value | float) -> Value:
        return self * _node(other) ** -1

    def __radd__(self, other: float) -> Value:
        return _node(other) + self

    def __rmul__(self, other: float) -> Value:
        return _node(other) * self

    def __rsub__(self, other: float) -> Value:
        return _node(other) - self

    def __rtruediv__(self, other: float) -> Value:
        return _node(other) / self

    def tanh(self) -> Value:
        out = Value(math.tanh(self.data), (self,))

        def rule() -> None:
            self.grad += (1.0 - out.data * out.data) * out.grad

        out._backward = rule
        return out

    def exp(self) -> Value:
        out = Value(math.exp(self.data), (self,))

        def rule() -> None:
            self.grad += out.data * out.grad

        out._backward = rule
        return out

    def relu(self) -> Value:
        out = Value(self.data if self.data > 0.0 else 0.0, (self,))

        def rule() -> None:
            if out.data > 0.0:
                self.grad += out.grad

        out._backward = rule
        return out

    def backward(self) -> None:
        topo: list[Value] = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def _node(x: Value | float) -> Value:
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v: Value, visited: set, topo: list) -> None:
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
        for p in node._prev:
            if p not in visited:
                stack.append((p, False))


def zero_grad(root: Value) -> None:
    topo: list[Value] = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
