"""Nodes and operations are dataclasses; the rules are one match statement."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(frozen=True)
class Op:
    name: str
    exponent: float = 1.0


@dataclass(eq=False, slots=True)
class Value:
    data: float
    grad: float = field(default=0.0, init=False)
    _prev: tuple[Value, ...] = field(default=(), repr=False)
    _op: Op | None = None

    ADD: ClassVar[Op] = Op("add")
    MUL: ClassVar[Op] = Op("mul")
    TANH: ClassVar[Op] = Op("tanh")
    EXP: ClassVar[Op] = Op("exp")
    RELU: ClassVar[Op] = Op("relu")

    def __add__(self, other: Value | float) -> Value:
        other = Value.of(other)
        return Value(self.data + other.data, (self, other), Value.ADD)

    def __mul__(self, other: Value | float) -> Value:
        other = Value.of(other)
        return Value(self.data * other.data, (self, other), Value.MUL)

    def __pow__(self, exponent: float) -> Value:
        return Value(self.data**exponent, (self,), Op("pow", exponent))

    def __radd__(self, other: float) -> Value:
        return Value.of(other) + self

    def __rmul__(self, other: float) -> Value:
        return Value.of(other) * self

    def __neg__(self) -> Value:
        return self * -1.0

    def __sub__(self, other: Value | float) -> Value:
        return self + -Value.of(other)

    def __rsub__(self, other: float) -> Value:
        return Value.of(other) + -self

    def __truediv__(self, other: Value | float) -> Value:
        return self * Value.of(other) ** -1

    def __rtruediv__(self, other: float) -> Value:
        return Value.of(other) * self**-1

    def tanh(self) -> Value:
        return Value(math.tanh(self.data), (self,), Value.TANH)

    def exp(self) -> Value:
        return Value(math.exp(self.data), (self,), Value.EXP)

    def relu(self) -> Value:
        return Value(max(self.data, 0.0), (self,), Value.RELU)

    @staticmethod
    def of(x: Value | float) -> Value:
        return x if isinstance(x, Value) else Value(float(x))

    def _backward(self) -> None:
        match self._op, self._prev:
            case None, ():
                pass
            case Op("add"), (a, b):
                a.grad += self.grad
                b.grad += self.grad
            case Op("mul"), (a, b) if a is b:
                a.grad += 2.0 * a.data * self.grad
            case Op("mul"), (a, b):
                a.grad += b.data * self.grad
                b.grad += a.data * self.grad
            case Op("pow"), (a,) if self._op.exponent:
                n = self._op.exponent
                a.grad += n * a.data ** (n - 1) * self.grad
            case Op("tanh"), (a,):
                a.grad += (1.0 - self.data**2) * self.grad
            case Op("exp"), (a,):
                a.grad += self.data * self.grad
            case Op("relu"), (a,) if self.data > 0:
                a.grad += self.grad

    def backward(self) -> None:
        order: list[Value] = []
        build_topo(self, set(), order)
        for node in order:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v: Value, visited: set[int], topo: list[Value]) -> None:
    frames = [iter((v,))]
    owners: list[Value] = []
    while frames:
        node = next((n for n in frames[-1] if id(n) not in visited), None)
        if node is not None:
            visited.add(id(node))
            owners.append(node)
            frames.append(iter(node._prev))
        else:
            frames.pop()
            if owners:
                topo.append(owners.pop())


def zero_grad(root: Value) -> None:
    order: list[Value] = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
