from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Union

Number = Union[int, float]


@dataclass(eq=False, repr=False)
class Value:
    data: float
    _prev: tuple[Value, ...] = ()
    op: str = "leaf"
    n: float = 0.0
    grad: float = field(default=0.0, init=False)

    @staticmethod
    def lift(x: Value | Number) -> Value:
        return x if isinstance(x, Value) else Value(float(x), op="const")

    def __add__(self, other: Value | Number) -> Value:
        other = Value.lift(other)
        return Value(self.data + other.data, (self, other), "add")

    def __sub__(self, other: Value | Number) -> Value:
        other = Value.lift(other)
        return Value(self.data - other.data, (self, other), "sub")

    def __mul__(self, other: Value | Number) -> Value:
        other = Value.lift(other)
        return Value(self.data * other.data, (self, other), "mul")

    def __truediv__(self, other: Value | Number) -> Value:
        other = Value.lift(other)
        return Value(self.data / other.data, (self, other), "div")

    def __radd__(self, other: Number) -> Value:
        return Value.lift(other) + self

    def __rsub__(self, other: Number) -> Value:
        return Value.lift(other) - self

    def __rmul__(self, other: Number) -> Value:
        return Value.lift(other) * self

    def __rtruediv__(self, other: Number) -> Value:
        return Value.lift(other) / self

    def __imul__(self, other: Value | Number) -> Value:
        self.data *= Value.lift(other).data
        return self

    def __neg__(self) -> Value:
        return Value(-self.data, (self,), "neg")

    def __pow__(self, n: Number) -> Value:
        return Value(self.data ** n, (self,), "pow", n)

    def tanh(self) -> Value:
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self) -> Value:
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self) -> Value:
        return Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    def _backward(self) -> None:
        g, y = self.grad, self.data
        match self.op, self._prev:
            case "add", (a, b):
                a.grad += g
                b.grad += g
            case "sub", (a, b):
                a.grad += g
                b.grad -= g
            case "mul", (a, b):
                da, db = b.data * g, a.data * g
                a.grad += da
                b.grad += db
            case "div", (a, b):
                a.grad += g / b.data
                b.grad -= g * y / b.data
            case "neg", (a,):
                a.grad -= g
            case "pow", (a,):
                a.grad += 0.0 if self.n == 0 else g * self.n * a.data ** (self.n - 1)
            case "tanh", (a,):
                a.grad += g * (1 - y * y)
            case "exp", (a,):
                a.grad += g * y
            case "relu", (a,):
                a.grad += g if a.data > 0 else 0.0

    def backward(self) -> None:
        order: list[Value] = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v: Value, visited: set, topo: list) -> None:
    stack: list[tuple[Value, bool]] = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root: Value) -> None:
    order: list[Value] = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
