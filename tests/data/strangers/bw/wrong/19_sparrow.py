"""Exercise 13 with a dataclass, and the order found by counting consumers (Kahn)."""

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Callable


def _idle() -> None:
    return None


@dataclass(eq=False)
class Value:
    data: float
    _prev: tuple = field(default=(), repr=False)
    grad: float = 0.0
    _backward: Callable[[], None] = field(default=_idle, repr=False)

    def __post_init__(self) -> None:
        self.data = float(self.data)

    def _then(self, data: float, *edges: tuple) -> "Value":
        """A new node; every edge is an input and the slope towards it."""
        out = Value(data, (self, *(node for node, _ in edges[1:])))

        def backward() -> None:
            for node, slope in edges:
                node.grad += slope() * out.grad

        out._backward = backward
        return out

    def __add__(self, other) -> "Value":
        o = wrap(other)
        return self._then(self.data + o.data, (self, lambda: 1.0), (o, lambda: 1.0))

    def __mul__(self, other) -> "Value":
        o = wrap(other)
        return self._then(
            self.data * o.data, (self, lambda: o.data), (o, lambda: self.data)
        )

    def __truediv__(self, other) -> "Value":
        o = wrap(other)
        return self._then(
            self.data / o.data,
            (self, lambda: 1.0 / o.data),
            (o, lambda: -self.data / o.data**2),
        )

    def __pow__(self, n: float) -> "Value":
        if n == 0:
            return self._then(1.0, (self, lambda: 0.0))
        return self._then(self.data**n, (self, lambda: n * self.data ** (n - 1)))

    def __neg__(self) -> "Value":
        return self._then(-self.data, (self, lambda: -1.0))

    def __sub__(self, other) -> "Value":
        return self + -wrap(other)

    def __radd__(self, other: float) -> "Value":
        return wrap(other) + self

    def __rsub__(self, other: float) -> "Value":
        return wrap(other) - self

    def __rmul__(self, other: float) -> "Value":
        return wrap(other) * self

    def __rtruediv__(self, other: float) -> "Value":
        return wrap(other) / self

    def tanh(self) -> "Value":
        t = math.tanh(self.data)
        return self._then(t, (self, lambda: 1.0 - t**2))

    def exp(self) -> "Value":
        e = math.exp(self.data)
        return self._then(e, (self, lambda: e))

    def relu(self) -> "Value":
        return self._then(
            max(self.data, 0.0), (self, lambda: 1.0 if self.data > 0 else 0.0)
        )

    def backward(self) -> None:
        order = consumers_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def wrap(x) -> Value:
    return x if isinstance(x, Value) else Value(x)


def count_consumers(root: Value) -> Counter[Value]:
    waiting: Counter[Value] = Counter()
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        waiting.update(set(node._prev))
        new = set(node._prev) - seen
        seen |= new
        todo.extend(new)
    return waiting


def consumers_first(root: Value) -> list[Value]:
    waiting = count_consumers(root)
    ready, order = [root], []
    while ready:
        node = ready.pop()
        order.append(node)
        for child in node._prev:
            waiting[child] -= 1
            if waiting[child] == 0:
                ready.append(child)
    return order


def build_topo(v: Value, visited: set, topo: list) -> None:
    topo.extend(reversed(consumers_first(v)))


def zero_grad(root: Value) -> None:
    for node in consumers_first(root):
        node.grad = 0.0
