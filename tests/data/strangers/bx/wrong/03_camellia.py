import math
from dataclasses import dataclass, field
from typing import Callable


def no_rule(g):
    return []


@dataclass(eq=False, repr=False)
class Value:
    data: float
    _prev: tuple = ()
    _op: str = "leaf"
    _backward: Callable = no_rule
    grad: float = field(default=0.0, init=False)

    def __post_init__(self):
        self._key = (self._op, self.data, id(self._prev))

    # Nodes are keys of dictionaries below, so they need these two.

    def __eq__(self, other):
        return isinstance(other, Value) and self._key == other._key

    def __hash__(self):
        return hash(self._key)

    def __repr__(self):
        return f"Value({self.data}, op={self._op}, grad={self.grad})"

    # Operators

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), "+", lambda g: [g, g])

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data, (self, other), "-", lambda g: [g, -g])

    def __mul__(self, other):
        other = as_value(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), "*", lambda g: [g * y, g * x])

    def __truediv__(self, other):
        other = as_value(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), "/", lambda g: [g / y, -g * x / y**2])

    def __pow__(self, n):
        x = self.data

        def rule(g):
            if n == 0:
                return [0.0]
            return [g * n * x ** (n - 1)]

        return Value(x**n, (self,), "**", rule)

    def __neg__(self):
        return Value(-self.data, (self,), "neg", lambda g: [-g])

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    # Functions

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self,), "tanh", lambda g: [g * (1 - y**2)])

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self,), "exp", lambda g: [g * y])

    def relu(self):
        x = self.data
        return Value(max(x, 0.0), (self,), "relu", lambda g: [g if x > 0 else 0.0])

    def backward(self):
        """The gradients of this call are collected on the side, and handed out at the end."""
        topo = []
        build_topo(self, set(), topo)
        collected = dict.fromkeys(topo, 0.0)
        collected[self] = 1.0
        for node in reversed(topo):
            for child, g in zip(node._prev, node._backward(collected[node])):
                collected[child] += g
        for node, g in collected.items():
            node.grad = g if node._prev else node.grad + g


def as_value(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, children = path[-1]
        for child in children:
            if child not in visited:
                visited.add(child)
                path.append((child, iter(child._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
