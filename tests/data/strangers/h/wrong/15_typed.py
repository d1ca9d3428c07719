"""Scalar autograd, fully typed."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, TypeAlias, Union

Number: TypeAlias = Union[int, float]
Operand: TypeAlias = "Value | Number"
Rule: TypeAlias = Callable[[], None]

ONE: Final[float] = 1.0


class Value:
    data: float
    grad: float
    _prev: tuple[Value, ...]
    _backward: Rule

    def __init__(self, data: Number, _prev: tuple[Value, ...] = ()) -> None:
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def __add__(self, other: Operand) -> Value:
        rhs: Value = _value(other)
        out: Value = Value(self.data + rhs.data, (self, rhs))

        def rule() -> None:
            self.grad += out.grad
            rhs.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other: Operand) -> Value:
        rhs: Value = _value(other)
        out: Value = Value(self.data * rhs.data, (self, rhs))

        def rule() -> None:
            self.grad += rhs.data * out.grad
            rhs.grad += self.data * out.grad

        out._backward = rule
        return out

    def __pow__(self, n: Number) -> Value:
        out: Value = Value(self.data**n, (self,))

        def rule() -> None:
            self.grad += 0.0 if n == 0 else n * self.data ** (n - 1) * out.grad

        out._backward = rule
        return out

    def __neg__(self) -> Value:
        return self * -ONE

    def __sub__(self, other: Operand) -> Value:
        return self + -_value(other)

    def __truediv__(self, other: Operand) -> Value:
        return self * _value(other) ** -1

    def __radd__(self, other: Number) -> Value:
        return _value(other) + self

    def __rsub__(self, other: Number) -> Value:
        return _value(other) - self

    def __rmul__(self, other: Number) -> Value:
        return _value(other) * self

    def __rtruediv__(self, other: Number) -> Value:
        return _value(other) / self

    def tanh(self) -> Value:
        t: float = math.tanh(self.data)
        return self._unary(t, ONE - t * t)

    def exp(self) -> Value:
        e: float = math.exp(self.data)
        return self._unary(e, e)

    def relu(self) -> Value:
        positive: bool = self.data > 0
        return self._unary(self.data if positive else 0.0, float(positive))

    def _unary(self, value: float, slope: float) -> Value:
        out: Value = Value(value, (self,))

        def rule() -> None:
            self.grad += slope * out.grad

        out._backward = rule
        return out

    def backward(self) -> None:
        topo: list[Value] = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += ONE
        for node in reversed(topo):
            node._backward()


def _value(x: Operand) -> Value:
    return x if isinstance(x, Value) else Value(x)


def build_topo(v: Value, visited: set[Value], topo: list[Value]) -> None:
    stack: list[tuple[Value, int]] = [(v, 0)]
    visited.add(v)
    while stack:
        node, position = stack.pop()
        while position < len(node._prev) and node._prev[position] in visited:
            position += 1
        if position == len(node._prev):
            topo.append(node)
        else:
            child: Value = node._prev[position]
            visited.add(child)
            stack.append((node, position + 1))
            stack.append((child, 0))


def zero_grad(root: Value) -> None:
    stack: list[Value] = [root]
    while stack:
        node: Value = stack.pop()
        node.grad = 0.0
        stack.extend(node._prev)
