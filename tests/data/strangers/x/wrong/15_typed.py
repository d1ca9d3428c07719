"""A typed engine for scalars."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Union

Operand = Union["Value", float, int]
Rule = Callable[[], None]


def _coerce(x: Operand) -> Value:
    """Numbers of any kind become leaves, Values stay what they are."""
    if isinstance(x, float):
        return Value(x)
    return x


class Value:
    data: float
    grad: float
    _prev: tuple[Value, ...]
    _backward: Rule | None

    def __init__(self, data: float, prev: Iterable[Value] = ()) -> None:
        self.data = data
        self.grad = 0.0
        self._prev = tuple(prev)
        self._backward = None

    def _with_rule(self, rule: Rule) -> Value:
        self._backward = rule
        return self

    def __add__(self, other: Operand) -> Value:
        rhs = _coerce(other)
        out = Value(self.data + rhs.data, (self, rhs))

        def rule() -> None:
            self.grad += out.grad
            rhs.grad += out.grad

        return out._with_rule(rule)

    def __sub__(self, other: Operand) -> Value:
        rhs = _coerce(other)
        out = Value(self.data - rhs.data, (self, rhs))

        def rule() -> None:
            self.grad += out.grad
            rhs.grad -= out.grad

        return out._with_rule(rule)

    def __mul__(self, other: Operand) -> Value:
        rhs = _coerce(other)
        out = Value(self.data * rhs.data, (self, rhs))

        def rule() -> None:
            self.grad += rhs.data * out.grad
            rhs.grad += self.data * out.grad

        return out._with_rule(rule)

    def __truediv__(self, other: Operand) -> Value:
        rhs = _coerce(other)
        out = Value(self.data / rhs.data, (self, rhs))

        def rule() -> None:
            self.grad += out.grad / rhs.data
            rhs.grad -= out.grad * self.data / rhs.data**2

        return out._with_rule(rule)

    def __radd__(self, other: float) -> Value:
        return Value(other) + self

    def __rsub__(self, other: float) -> Value:
        return Value(other) - self

    def __rmul__(self, other: float) -> Value:
        return Value(other) * self

    def __rtruediv__(self, other: float) -> Value:
        return Value(other) / self

    def __neg__(self) -> Value:
        return self * -1.0

    def __pow__(self, n: float) -> Value:
        out = Value(self.data**n, (self,))

        def rule() -> None:
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        return out._with_rule(rule)

    def tanh(self) -> Value:
        out = Value(math.tanh(self.data), (self,))

        def rule() -> None:
            self.grad += (1.0 - out.data**2) * out.grad

        return out._with_rule(rule)

    def exp(self) -> Value:
        out = Value(math.exp(self.data), (self,))

        def rule() -> None:
            self.grad += out.data * out.grad

        return out._with_rule(rule)

    def relu(self) -> Value:
        out = Value(max(self.data, 0.0), (self,))

        def rule() -> None:
            if self.data > 0.0:
                self.grad += out.grad

        return out._with_rule(rule)

    def backward(self) -> None:
        topo: list[Value] = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward is not None:
                node._backward()


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
