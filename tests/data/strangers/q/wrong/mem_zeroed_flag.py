"""The exam, functional: inner nodes never hold a gradient at all."""

from __future__ import annotations

import math
from typing import Callable, Iterable, NamedTuple


class Link(NamedTuple):
    """Where a contribution goes, and how it is found from the gradient of the result."""

    target: "Value"
    pull: Callable[[float], float]


def same(g: float) -> float:
    return g


def opposite(g: float) -> float:
    return -g


def times(k: float) -> Callable[[float], float]:
    return lambda g: g * k


class Value:
    __slots__ = ("data", "grad", "links", "clear")
    data: float
    grad: float
    links: tuple[Link, ...]

    def __init__(self, data: float, *links: Link) -> None:
        self.data, self.grad, self.links = data, 0.0, links
        self.clear = False

    @property
    def _prev(self) -> tuple[Value, ...]:
        return tuple(link.target for link in self.links)

    @property
    def _backward(self) -> Callable[[], None]:
        def give() -> None:
            for target, pull in self.links:
                target.grad += pull(self.grad)

        return give

    def __add__(self, y):
        y = const(y)
        return Value(self.data + y.data, Link(self, same), Link(y, same))

    def __sub__(self, y):
        y = const(y)
        return Value(self.data - y.data, Link(self, same), Link(y, opposite))

    def __mul__(self, y):
        y = const(y)
        return Value(self.data * y.data, Link(self, times(y.data)), Link(y, times(self.data)))

    def __truediv__(self, y):
        y = const(y)
        q, d = self.data / y.data, y.data
        return Value(q, Link(self, lambda g: g / d), Link(y, times(-q / d)))

    def __radd__(self, y):
        return const(y) + self

    def __rsub__(self, y):
        return const(y) - self

    def __rmul__(self, y):
        return const(y) * self

    def __rtruediv__(self, y):
        return const(y) / self

    def __neg__(self):
        return Value(-self.data, Link(self, opposite))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, Link(self, lambda g: 0.0))
        return Value(power(self.data, n), Link(self, times(n * power(self.data, n - 1))))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, Link(self, times(1 - t * t)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, Link(self, times(e)))

    def relu(self):
        return Value(self.data, Link(self, same)) if self.data > 0 else Value(0.0, Link(self, lambda g: 0.0))

    def backward(self) -> dict[Value, float]:
        flow: dict[Value, float] = {self: 1.0}
        order: list[Value] = []
        build_topo(self, set(), order)
        for node in reversed(order):
            g = flow[node]
            for target, pull in node.links:
                flow[target] = flow.get(target, 0.0) + pull(g)
        for node in order:
            if not node.links:
                node.grad += flow[node]
        return flow

    def zero_grad(self) -> None:
        todo = [self]
        while todo:
            node = todo.pop()
            if not node.clear:
                node.clear = True
                node.grad = 0.0
                todo.extend(node._prev)


def const(y) -> Value:
    return y if isinstance(y, Value) else Value(float(y))


def power(x: float, n: float) -> float:
    try:
        return x**n
    except OverflowError:
        return -math.inf if x < 0 and n % 2 == 1 else math.inf


def build_topo(v: Value, visited: set, topo: list) -> None:
    """Depth first with two piles: the second one, turned round, is the order."""
    depth: dict[Value, int] = {}
    pile: list[Value | None] = [v]
    path: list[Value] = []
    while pile:
        node = pile.pop()
        if node is None:
            topo.append(path.pop())
        elif node not in depth:
            depth[node] = len(path)
            path.append(node)
            pile.append(None)
            pile.extend(node._prev)
