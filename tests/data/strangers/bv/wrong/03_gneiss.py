import math
from dataclasses import dataclass, field
from typing import Callable


def nothing(grad):
    return ()


@dataclass(unsafe_hash=True)
class Value:
    data: float
    _prev: tuple = field(default=(), compare=False, repr=False)
    _op: str = ""
    grad: float = field(default=0.0, compare=False)
    _backward: Callable = field(default=nothing, compare=False, repr=False)

    @staticmethod
    def lift(x) -> "Value":
        if isinstance(x, Value):
            return x
        return Value(float(x))

    def _node(self, data, inputs, op, rule) -> "Value":
        return Value(data, inputs, op, 0.0, rule)

    def __add__(self, other):
        other = Value.lift(other)
        return self._node(self.data + other.data, (self, other), "+", lambda g: (g, g))

    def __sub__(self, other):
        other = Value.lift(other)
        return self._node(self.data - other.data, (self, other), "-", lambda g: (g, -g))

    def __mul__(self, other):
        other = Value.lift(other)
        a, b = self.data, other.data
        return self._node(a * b, (self, other), "*", lambda g: (g * b, g * a))

    def __truediv__(self, other):
        other = Value.lift(other)
        a, b = self.data, other.data
        return self._node(a / b, (self, other), "/", lambda g: (g / b, -g * a / b**2))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return self._node(1.0, (self,), "**0", lambda g: (0.0,))
        return self._node(x**n, (self,), f"**{n}", lambda g: (g * n * x ** (n - 1),))

    def __neg__(self):
        return self._node(-self.data, (self,), "neg", lambda g: (-g,))

    def __radd__(self, other):
        return Value.lift(other) + self

    def __rsub__(self, other):
        return Value.lift(other) - self

    def __rmul__(self, other):
        return Value.lift(other) * self

    def __rtruediv__(self, other):
        return Value.lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return self._node(t, (self,), "tanh", lambda g: (g * (1 - t) * (1 + t),))

    def exp(self):
        e = math.exp(self.data)
        return self._node(e, (self,), "exp", lambda g: (g * e,))

    def relu(self):
        on = self.data > 0
        return self._node(self.data if on else 0.0, (self,), "relu", lambda g: (g if on else 0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        while topo:
            v = topo.pop()
            for p, g in zip(v._prev, v._backward(v.grad)):
                p.grad += g


def build_topo(v, visited, topo):
    work = [v]
    while work:
        node = work[-1]
        if node in visited:
            work.pop()
            continue
        missing = [p for p in node._prev if p not in visited]
        if missing:
            work.extend(missing)
        else:
            visited.add(node)
            topo.append(node)
            work.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
