from __future__ import annotations

import math
from typing import Callable, Iterator, List, Set, Tuple, Union

Number = Union[int, float]


class Value:
    __slots__ = ("_data", "_grad", "_prev", "_backward")

    def __init__(self, data: Number, prev: Tuple[Value, ...] = ()) -> None:
        self._data: float = float(data)
        self._grad: float = 0.0
        self._prev: Tuple[Value, ...] = prev
        self._backward: Callable[[float], None] = lambda g: None

    @property
    def data(self) -> float:
        return self._data

    @data.setter
    def data(self, new: Number) -> None:
        self._data = float(new)

    @property
    def grad(self) -> float:
        return self._grad

    @grad.setter
    def grad(self, new: Number) -> None:
        self._grad = float(new)

    @property
    def is_leaf(self) -> bool:
        return not self._prev

    @classmethod
    def _of(cls, x: Union[Value, Number]) -> Value:
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, other):
        other = self._of(other)
        result = Value(self.data + other.data, (self, other))

        def rule(g: float) -> None:
            self.grad += g
            other.grad += g

        result._backward = rule
        return result

    def __mul__(self, other):
        other = self._of(other)
        result = Value(self.data * other.data, (self, other))

        def rule(g: float) -> None:
            self.grad += g * other.data
            other.grad += g * self.data

        result._backward = rule
        return result

    def _unary(self, value: float, slope: float) -> Value:
        result = Value(value, (self,))

        def rule(g: float) -> None:
            self.grad += g * slope

        result._backward = rule
        return result

    def __pow__(self, n: Number) -> Value:
        return self._unary(self.data ** n, 0.0 if n == 0 else n * self.data ** (n - 1))

    def __neg__(self) -> Value:
        return self._unary(-self.data, -1.0)

    def tanh(self) -> Value:
        t = math.tanh(self.data)
        return self._unary(t, 1.0 - t * t)

    def exp(self) -> Value:
        e = math.exp(self.data)
        return self._unary(e, e)

    def relu(self) -> Value:
        positive = self.data > 0
        return self._unary(self.data if positive else 0.0, 1.0 if positive else 0.0)

    def __sub__(self, other): return self + -self._of(other)
    def __truediv__(self, other): return self * self._of(other) ** -1
    def __radd__(self, other): return self._of(other) + self
    def __rsub__(self, other): return self._of(other) - self
    def __rmul__(self, other): return self._of(other) * self
    def __rtruediv__(self, other): return self._of(other) / self

    def backward(self) -> None:
        order: List[Value] = []
        build_topo(self, set(), order)
        for node in order:
            if not node.is_leaf:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward(node.grad)


def build_topo(v: Value, visited: Set[Value], topo: List[Value]) -> None:
    visited.add(v)
    frames: List[Tuple[Value, Iterator[Value]]] = [(v, iter(v._prev))]
    while frames:
        node, inputs = frames[-1]
        for child in inputs:
            if child not in visited:
                visited.add(child)
                frames.append((child, iter(child._prev)))
                break
        else:
            topo.append(node)
            frames.pop()


def zero_grad(root: Value) -> None:
    seen: Set[Value] = set()
    stack: List[Value] = list(root._prev)
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            stack.extend(node._prev)
