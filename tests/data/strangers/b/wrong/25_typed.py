from __future__ import annotations

import math
from typing import Callable, Iterator, Union

Number = Union[int, float]
Rule = Callable[[float], None]


class Value:
    data: float
    grad: float

    def __init__(self, data: float, _prev: tuple[Value, ...] = ()) -> None:
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward: Rule | None = None

    def add_grad(self, amount: float) -> None:
        self.grad += amount

    def __add__(self, other: Value | Number) -> Value:
        rhs = ensure(other)
        out = Value(self.data + rhs.data, (self, rhs))

        def rule(g: float) -> None:
            self.add_grad(g)
            rhs.add_grad(g)

        out._backward = rule
        return out

    def __mul__(self, other: Value | Number) -> Value:
        rhs = ensure(other)
        out = Value(self.data * rhs.data, (self, rhs))

        def rule(g: float) -> None:
            self.add_grad(g * rhs.data)
            rhs.add_grad(g * self.data)

        out._backward = rule
        return out

    def _map(self, y: float, slope: float) -> Value:
        out = Value(y, (self,))
        out._backward = lambda g: self.add_grad(g * slope)
        return out

    def __pow__(self, n: Number) -> Value:
        return self._map(self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self) -> Value:
        t = math.tanh(self.data)
        return self._map(t, 1 - t * t)

    def exp(self) -> Value:
        e = math.exp(self.data)
        return self._map(e, e)

    def relu(self) -> Value:
        return self._map(max(self.data, 0.0), 1.0 if self.data > 0 else 0.0)

    def __neg__(self) -> Value: return self._map(-self.data, -1.0)
    def __sub__(self, other: Value | Number) -> Value: return self + -other
    def __truediv__(self, other: Value | Number) -> Value: return self * ensure(other) ** -1
    def __radd__(self, other: Number) -> Value: return self + other
    def __rsub__(self, other: Number) -> Value: return -self + other
    def __rmul__(self, other: Number) -> Value: return self * other
    def __rtruediv__(self, other: Number) -> Value: return self**-1 * other

    def backward(self) -> None:
        order: list[Value] = []
        build_topo(self, set(), order)
        for node in order:
            if node._backward:
                node.grad = 0.0
        self.add_grad(1.0)
        for node in reversed(order):
            if node._backward:
                node._backward(node.grad)


def ensure(x: Value | Number) -> Value:
    return x if isinstance(x, Value) else Value(x)


def build_topo(v: Value, visited: set[Value], topo: list[Value]) -> None:
    stack: list[tuple[Value, Iterator[Value]]] = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        for p in stack[-1][1]:
            if p not in visited:
                visited.add(p)
                stack.append((p, iter(p._prev)))
                break
        else:
            topo.append(stack.pop()[0])


def zero_grad(root: Value) -> None:
    seen, todo = {root}, [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for p in node._prev:
            if p not in seen and p.grad:
                seen.add(p)
                todo.append(p)
