from __future__ import annotations
import math, numbers, functools, itertools
from fractions import Fraction
from typing import *

@functools.singledispatch
def to_value(x) -> Value:
    raise TypeError(f"cannot make a Value of {type(x).__name__}")

class Value:
    __array_priority__ = 1000
    __slots__ = ("data", "grad", "_prev", "_backward", "_id")
    _counter: ClassVar[itertools.count] = itertools.count()
    def __init__(self, data: float, prev: tuple[Value, ...] = ()) -> None:
        self.data: float = data
        self.grad: float = 0.0
        self._prev: tuple[Value, ...] = prev
        self._backward: Callable[[], None] = do_nothing
        self._id = next(Value._counter)
    def __add__(self, other: Value | float) -> Value:
        try:
            other = to_value(other)
        except TypeError:
            return NotImplemented
        out = Value(self.data + other.data, (self, other))
        def rule():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = rule
        return out
    __radd__ = __add__
    def __mul__(self, other: Value | float) -> Value:
        try:
            other = to_value(other)
        except TypeError:
            return NotImplemented
        out = Value(self.data * other.data, (self, other))
        def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data
        out._backward = rule
        return out
    __rmul__ = __mul__
    def __neg__(self): return -1 * self
    def __sub__(self, other): return self + -to_value(other)
    def __rsub__(self, other): return -self + other
    def reciprocal(self):
        out = Value(1 / self.data, (self,))
        def rule():
            self.grad -= out.grad * out.data * out.data
        out._backward = rule
        return out
    def __truediv__(self, other): return self * to_value(other).reciprocal()
    def __rtruediv__(self, other): return self.reciprocal() * other
    def __pow__(self, n: numbers.Real) -> Value:
        if isinstance(n, bool) or not isinstance(n, (int, float, Fraction)):
            return NotImplemented
        out = Value(self.data ** n, (self,))
        def rule():
            if n:
                self.grad += out.grad * n * self.data ** (n - 1)
        out._backward = rule
        return out
    def _unary(self, y: float, slope: float) -> Value:
        out = Value(y, (self,))
        def rule():
            self.grad += slope * out.grad
        out._backward = rule
        return out
    def tanh(self): return self._unary(t := math.tanh(self.data), 1 - t * t)
    def exp(self): return self._unary(e := math.exp(self.data), e)
    def relu(self): return self._unary(self.data * (self.data > 0), float(self.data > 0))
    def backward(self) -> None:
        nodes: list[Value] = []
        build_topo(self, set(), nodes)
        for n in nodes:
            if n._prev: n.grad = 0.0
        self.grad += 1.0
        for n in nodes[::-1]: n._backward()

def do_nothing() -> None: ...

@to_value.register
def _(x: Value) -> Value: return x
@to_value.register
def _(x: numbers.Real) -> Value: return Value(float(x))

def build_topo(v: Value, visited: set[Value], topo: list[Value]) -> list[Value]:
    visited.add(v)
    frontier = [v]
    for n in frontier:                # grows while it is walked
        for p in n._prev:
            if p not in visited:
                visited.add(p); frontier.append(p)
    topo.extend(sorted(frontier, key=lambda n: n._id))
    return topo

def zero_grad(root: Value) -> None:
    for n in build_topo(root, set(), []): n.grad = 0.0
