"""A dataclass engine."""

import math
from dataclasses import dataclass, field
from typing import Callable


def idle(_gradient: float) -> None:
    return None


@dataclass(eq=False)
class Value:
    data: float
    _prev: tuple = ()
    _op: str = ""
    grad: float = field(default=0.0, init=False)
    _backward: Callable = field(default_factory=lambda: idle, init=False, repr=False)

    def _with(self, rule: Callable) -> "Value":
        self._backward = rule
        return self

    def take(self, amount: float) -> None:
        self.grad += amount

    def __add__(self, other) -> "Value":
        b = lift(other)

        def rule(g):
            self.take(g)
            b.take(g)

        return Value(self.data + b.data, (self, b), "+")._with(rule)

    def __mul__(self, other) -> "Value":
        b = lift(other)

        def rule(g):
            self.take(g * b.data)
            b.take(g * self.data)

        return Value(self.data * b.data, (self, b), "*")._with(rule)

    def __pow__(self, n) -> "Value":
        if n == 0:
            return Value(1.0)
        slope_at = lambda x: n * x ** (n - 1)
        return Value(self.data**n, (self,), "pow")._with(
            lambda g: self.take(g * slope_at(self.data))
        )

    def tanh(self) -> "Value":
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh")._with(lambda g: self.take(g * (1 - t * t)))

    def exp(self) -> "Value":
        e = math.exp(self.data)
        return Value(e, (self,), "exp")._with(lambda g: self.take(g * e))

    def relu(self) -> "Value":
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), "relu")._with(
            lambda g: self.take(g if on else 0.0)
        )

    def __truediv__(self, other) -> "Value":
        b = lift(other)
        q = self.data / b.data

        def rule(g):
            self.take(g / b.data)
            b.take(-g * q / b.data)

        return Value(q, (self, b), "/")._with(rule)

    def __neg__(self) -> "Value":
        return Value(-self.data, (self,), "neg")._with(lambda g: self.take(-g))

    def __sub__(self, other) -> "Value":
        b = lift(other)

        def rule(g):
            self.take(g)
            b.take(-g)

        return Value(self.data - b.data, (self, b), "-")._with(rule)

    def __rsub__(self, other) -> "Value":
        return lift(other) - self

    def __rtruediv__(self, other) -> "Value":
        return lift(other) / self

    def __radd__(self, other) -> "Value":
        return lift(other) + self

    def __rmul__(self, other) -> "Value":
        return lift(other) * self

    def backward(self) -> None:
        order = []
        build_topo(self, set(), order)
        for node in order:
            node.grad = 0.0 if node._prev else node.grad
        self.take(1.0)
        for node in reversed(order):
            node._backward(node.grad)


def lift(x) -> "Value":
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    ENTER, LEAVE = 0, 1
    todo = [(ENTER, v)]
    while todo:
        what, node = todo.pop()
        if what == LEAVE:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        todo.append((LEAVE, node))
        for source in reversed(node._prev):
            todo.append((ENTER, source))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
