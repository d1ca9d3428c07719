import math
from dataclasses import dataclass, field
from typing import Callable, Optional


@dataclass(unsafe_hash=True)
class Value:
    data: float
    _prev: tuple = field(default=(), repr=False, compare=False)
    _backward: Optional[Callable] = field(default=None, repr=False, compare=False)
    grad: float = field(default=0.0, compare=False)

    def __post_init__(self):
        self.data = float(self.data)

    def _push(self, amount: float):
        self.grad += amount

    def __add__(self, other):
        a, b = self, lift(other)
        return Value(a.data + b.data, (a, b), lambda g: (a._push(g), b._push(g)))

    def __mul__(self, other):
        a, b = self, lift(other)
        return Value(a.data * b.data, (a, b), lambda g: (a._push(g * b.data), b._push(g * a.data)))

    def __sub__(self, other):
        a, b = self, lift(other)
        return Value(a.data - b.data, (a, b), lambda g: (a._push(g), b._push(-g)))

    def __truediv__(self, other):
        a, b = self, lift(other)
        return Value(
            a.data / b.data, (a, b), lambda g: (a._push(g / b.data), b._push(-g * a.data / b.data**2))
        )

    def __pow__(self, n):
        return Value(
            self.data**n,
            (self,),
            lambda g: self._push(g * n * self.data ** (n - 1)) if n else None,
        )

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: self._push(-g))

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: self._push(g * (1 - t**2)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: self._push(g * e))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), lambda g: self._push(g))
        return Value(0.0, (self,), lambda g: None)

    def backward(self):
        topo: list[Value] = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward:
                node._backward(node.grad)


def lift(x) -> Value:
    return x if isinstance(x, Value) else Value(x)


def build_topo(v: Value, visited: set, topo: list):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for p in node._prev:
            stack.append((p, False))


def zero_grad(root: Value):
    topo: list[Value] = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
