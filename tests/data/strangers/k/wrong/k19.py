from __future__ import annotations

import math
from typing import Callable, Union

Number = Union[int, float]


class Value:
    """A scalar with automatic differentiation."""

    data: float
    grad: float
    _prev: tuple[Value, ...]
    _backward: Callable[[], None]

    def __init__(self, data: Number, _prev: tuple[Value, ...] = ()) -> None:
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = self._leaf_rule

    def _leaf_rule(self) -> None:
        return None

    def _accumulate(self, amount: float) -> None:
        self.grad = self.grad + amount

    @staticmethod
    def _promote(other: Union[Value, Number]) -> Value:
        if isinstance(other, Value):
            return other
        return Value(other)

    def __add__(self, other: Union[Value, Number]) -> Value:
        right = self._promote(other)
        result = Value(self.data + right.data, (self, right))

        def rule() -> None:
            self._accumulate(result.grad)
            right.grad = result.grad

        result._backward = rule
        return result

    def __mul__(self, other: Union[Value, Number]) -> Value:
        right = self._promote(other)
        result = Value(self.data * right.data, (self, right))

        def rule() -> None:
            self._accumulate(result.grad * right.data)
            right._accumulate(result.grad * self.data)

        result._backward = rule
        return result

    def __pow__(self, exponent: Number) -> Value:
        result = Value(self.data**exponent, (self,))

        def rule() -> None:
            if exponent == 0:
                return
            self._accumulate(result.grad * exponent * self.data ** (exponent - 1))

        result._backward = rule
        return result

    def __truediv__(self, other: Union[Value, Number]) -> Value:
        below = self._promote(other)
        result = Value(self.data / below.data, (self, below))

        def rule() -> None:
            self._accumulate(result.grad / below.data)
            below._accumulate(-result.grad * self.data / (below.data * below.data))

        result._backward = rule
        return result

    def __neg__(self) -> Value:
        return self * -1.0

    def __sub__(self, other: Union[Value, Number]) -> Value:
        return self + (-self._promote(other))

    def __radd__(self, other: Number) -> Value:
        return self._promote(other) + self

    def __rsub__(self, other: Number) -> Value:
        return self._promote(other) - self

    def __rmul__(self, other: Number) -> Value:
        return self._promote(other) * self

    def __rtruediv__(self, other: Number) -> Value:
        return self._promote(other) / self

    def tanh(self) -> Value:
        result = Value(math.tanh(self.data), (self,))
        result._backward = lambda: self._accumulate((1.0 - result.data**2) * result.grad)
        return result

    def exp(self) -> Value:
        result = Value(math.exp(self.data), (self,))
        result._backward = lambda: self._accumulate(result.data * result.grad)
        return result

    def relu(self) -> Value:
        result = Value(max(0.0, self.data), (self,))
        result._backward = lambda: self._accumulate(result.grad if self.data > 0 else 0.0)
        return result

    def backward(self) -> None:
        order: list[Value] = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self._accumulate(1.0)
        for node in reversed(order):
            node._backward()


def build_topo(v: Value, visited: set[Value], topo: list[Value]) -> None:
    pending: list[Value] = [v]
    while pending:
        node = pending[-1]
        blocked = False
        for child in node._prev:
            if child not in visited:
                pending.append(child)
                blocked = True
        if not blocked:
            pending.pop()
            if node not in visited:
                visited.add(node)
                topo.append(node)


def zero_grad(root: Value) -> None:
    order: list[Value] = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
