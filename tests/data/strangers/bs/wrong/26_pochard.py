from dataclasses import dataclass, field
from math import copysign, exp
from typing import Any


def wants_value(method):
    """For operators with two operands: the second one may be a plain number."""

    def wrapped(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return method(self, other)

    return wrapped


def squash(x):
    """tanh by its formula; beyond 20 a float cannot tell it from 1."""
    if x > 20.0:
        return copysign(1.0, x)
    e = exp(-2.0 * x)
    return (1.0 - e) / (1.0 + e)


@dataclass(eq=False)
class Value:
    data: float
    _prev: tuple = field(default=(), repr=False)
    _partials: tuple = field(default=(), repr=False)
    grad: float = 0.0
    _backward: Any = field(default=None, repr=False)

    def __post_init__(self):
        if self._backward is None:
            self._backward = self._spread

    def _spread(self):
        for node, partial in zip(self._prev, self._partials):
            node.grad += partial * self.grad

    @wants_value
    def __add__(self, other):
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    @wants_value
    def __radd__(self, other):
        return other + self

    @wants_value
    def __sub__(self, other):
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    @wants_value
    def __rsub__(self, other):
        return other - self

    @wants_value
    def __mul__(self, other):
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    @wants_value
    def __rmul__(self, other):
        return other * self

    @wants_value
    def __truediv__(self, other):
        ratio = self.data / other.data
        return Value(ratio, (self, other), (1.0 / other.data, -ratio / other.data))

    @wants_value
    def __rtruediv__(self, other):
        return other / self

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), (slope,))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def tanh(self):
        t = squash(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        positive = self.data > 0.0
        return Value(self.data if positive else 0.0, (self,), (float(positive),))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(id(v))
    while stack:
        node, rest = stack[-1]
        child = next(rest, None)
        if child is None:
            topo.append(node)
            stack.pop()
        elif id(child) not in visited:
            visited.add(id(child))
            stack.append((child, iter(child._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
