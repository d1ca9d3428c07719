from __future__ import annotations

import functools
import math
from typing import Callable, Iterator

Number = (int, float)
Rule = Callable[[float], tuple]


class Value:
    """A node. `_rule` turns the gradient of this node into one contribution per input."""

    def __init__(self, data: float, _prev: tuple = (), _rule: Rule | None = None) -> None:
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._rule = _rule

    def __repr__(self) -> str:
        return f"Value(data={self.data}, grad={self.grad})"

    def _backward(self) -> None:
        if self._rule is None:
            return
        for node, contribution in zip(self._prev, self._rule(self.grad)):
            node.grad += contribution

    def __add__(self, other: Value | float) -> Value:
        if isinstance(other, Number):
            return Value(self.data + other, (self,), lambda g: (g,))
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    __radd__ = __add__

    def __mul__(self, other: Value | float) -> Value:
        x = self.data
        if isinstance(other, Number):
            return Value(x * other, (self,), lambda g: (g * other,))
        y = other.data
        return Value(x * y, (self, other), lambda g: (g * y, g * x))

    __rmul__ = __mul__

    def __neg__(self) -> Value:
        return Value(-self.data, (self,), lambda g: (-g,))

    def __sub__(self, other: Value | float) -> Value:
        if isinstance(other, Number):
            return Value(self.data - other, (self,), lambda g: (g,))
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __rsub__(self, other: float) -> Value:
        return Value(other - self.data, (self,), lambda g: (-g,))

    def __truediv__(self, other: Value | float) -> Value:
        x = self.data
        if isinstance(other, Number):
            return Value(x / other, (self,), lambda g: (g / other,))
        y = other.data
        return Value(x / y, (self, other), lambda g: (g / y, -g * x / y**2))

    def __rtruediv__(self, other: float) -> Value:
        x = self.data
        return Value(other / x, (self,), lambda g: (-g * other / x**2,))

    def __pow__(self, n: float) -> Value:
        x = self.data
        out = Value(x**n, (self,))
        if n == 0:
            out._rule = lambda g: (0.0,)
        else:
            out._rule = lambda g: (g * n * x ** (n - 1),)
        return out

    @functools.lru_cache(maxsize=None)
    def _curve(self, name: str) -> Value:
        x = self.data
        if name == "tanh":
            t = math.tanh(x)
            return Value(t, (self,), lambda g: (g * (1 - t * t),))
        if name == "exp":
            e = math.exp(x)
            return Value(e, (self,), lambda g: (g * e,))
        step = 1.0 if x > 0 else 0.0
        return Value(x * step, (self,), lambda g: (g * step,))

    def tanh(self) -> Value:
        return self._curve("tanh")

    def exp(self) -> Value:
        return self._curve("exp")

    def relu(self) -> Value:
        return self._curve("relu")

    def backward(self) -> None:
        topo: list[Value] = []
        build_topo(self, set(), topo)
        for node in topo:
            node.grad = 0.0 if node._prev else node.grad
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v: Value, visited: set, topo: list) -> None:
    path: list[tuple[Value, Iterator]] = []

    def enter(node: Value) -> None:
        if node not in visited:
            visited.add(node)
            path.append((node, iter(node._prev)))

    enter(v)
    while path:
        node, rest = path[-1]
        below = next(rest, None)
        if below is None:
            topo.append(node)
            path.pop()
        else:
            enter(below)


def zero_grad(root: Value) -> None:
    topo: list[Value] = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
