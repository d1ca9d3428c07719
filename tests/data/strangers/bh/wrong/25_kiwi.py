from __future__ import annotations

import math
from typing import Callable, Iterable, Union

Scalar = Union[int, float]


class Value:
    def __init__(self, data: Scalar, _prev: Iterable[Value] = (), _op: str = "") -> None:
        self.data: float = float(data)
        self.grad: float = 0.0
        self._prev: tuple[Value, ...] = tuple(_prev)
        self._op: str = _op
        self._backward: Callable[[], None] = _pass

    def __add__(self, other: Value | Scalar) -> Value:
        if not isinstance(other, Value):
            other = Value(other)
        total = Value(self.data + other.data, (self, other), "+")

        def spread() -> None:
            self.grad += total.grad
            other.grad += total.grad

        total._backward = spread
        return total

    def __sub__(self, other: Value | Scalar) -> Value:
        if not isinstance(other, Value):
            other = Value(other)
        difference = Value(self.data - other.data, (self, other), "-")

        def spread() -> None:
            self.grad += difference.grad
            other.grad -= difference.grad

        difference._backward = spread
        return difference

    def __mul__(self, other: Value | Scalar) -> Value:
        if not isinstance(other, Value):
            other = Value(other)
        product = Value(self.data * other.data, (self, other), "*")

        def spread() -> None:
            self.grad += other.data * product.grad
            other.grad += self.data * product.grad

        product._backward = spread
        return product

    def __truediv__(self, other: Value | Scalar) -> Value:
        if not isinstance(other, Value):
            other = Value(other)
        quotient = Value(self.data / other.data, (self, other), "/")

        def spread() -> None:
            self.grad += quotient.grad / other.data
            other.grad -= quotient.data / other.data * quotient.grad

        quotient._backward = spread
        return quotient

    def __pow__(self, n: Scalar) -> Value:
        power = Value(self.data**n, (self,), "**")

        def spread() -> None:
            if n != 0:
                self.grad += n * self.data ** (n - 1) * power.grad

        power._backward = spread
        return power

    def __neg__(self) -> Value:
        return self * -1

    def __radd__(self, other: Scalar) -> Value:
        return Value(other) + self

    def __rsub__(self, other: Scalar) -> Value:
        return Value(other) - self

    def __rmul__(self, other: Scalar) -> Value:
        return Value(other) * self

    def __rtruediv__(self, other: Value | Scalar) -> Value:
        if not isinstance(other, Value):
            other = Value(other)
        return other / self

    # The short forms make a new node as well.
    __iadd__ = __add__
    __isub__ = __sub__
    __imul__ = __mul__
    __itruediv__ = __rtruediv__
    __ipow__ = __pow__

    def tanh(self) -> Value:
        t = Value(math.tanh(self.data), (self,), "tanh")

        def spread() -> None:
            self.grad += (1 - t.data**2) * t.grad

        t._backward = spread
        return t

    def exp(self) -> Value:
        e = Value(math.exp(self.data), (self,), "exp")

        def spread() -> None:
            self.grad += e.data * e.grad

        e._backward = spread
        return e

    def relu(self) -> Value:
        r = Value(max(0.0, self.data), (self,), "relu")

        def spread() -> None:
            if r.data > 0:
                self.grad += r.grad

        r._backward = spread
        return r

    def backward(self) -> None:
        topo: list[Value] = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def _pass() -> None:
    pass


def build_topo(v: Value, visited: set[Value], topo: list[Value]) -> None:
    stack: list[tuple[Value, bool]] = [(v, False)]
    while stack:
        node, closed = stack.pop()
        if closed:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        stack.extend((child, False) for child in node._prev)


def zero_grad(root: Value) -> None:
    topo: list[Value] = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
