"""Value as a dataclass; a rule is a tuple of slopes."""

import math
from dataclasses import dataclass, field


@dataclass(unsafe_hash=True)
class Value:
    data: float
    grad: float = 0.0
    _prev: tuple = field(default=(), repr=False, compare=False)
    _slopes: tuple = field(default=(), repr=False, compare=False)

    def __post_init__(self):
        self.data = float(self.data)

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    # two inputs

    def __add__(self, other):
        other = value_of(other)
        return Value(self.data + other.data, 0.0, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = value_of(other)
        return Value(self.data - other.data, 0.0, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = value_of(other)
        return Value(self.data * other.data, 0.0, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = value_of(other)
        slopes = (1 / other.data, -self.data / other.data**2)
        return Value(self.data / other.data, 0.0, (self, other), slopes)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return value_of(other) - self

    def __rtruediv__(self, other):
        return value_of(other) / self

    # one input

    def __neg__(self):
        return Value(-self.data, 0.0, (self,), (-1.0,))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, 0.0, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, 0.0, (self,), (1 - t**2,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, 0.0, (self,), (e,))

    def relu(self):
        positive = self.data > 0
        return Value(self.data if positive else 0.0, 0.0, (self,), (float(positive),))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def value_of(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, position = stack.pop()
        if position == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, position + 1))
        following = node._prev[position]
        if following not in visited:
            visited.add(following)
            stack.append((following, 0))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
