"""Exam engine. Every node is a dataclass, so that I get __init__ and __repr__ for free."""

import math
from dataclasses import dataclass, field
from typing import Callable


def nothing():
    """The rule of a leaf."""


@dataclass(unsafe_hash=True)
class Value:
    data: float
    _prev: tuple = field(default=(), repr=False, compare=False)
    _op: str = ""
    grad: float = field(default=0.0, compare=False)
    _backward: Callable = field(default=nothing, repr=False, compare=False)

    # ---- operators ----

    def __add__(self, other):
        other = as_value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = as_value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            to_self = other.data * out.grad
            to_other = self.data * out.grad
            self.grad += to_self
            other.grad += to_other

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = as_value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def rule():
            self.grad += out.grad / other.data
            other.grad -= out.grad * self.data / (other.data * other.data)

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), f"**{n}")

        def rule():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = rule
        return out

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")

        def rule():
            self.grad -= out.grad

        out._backward = rule
        return out

    def __sub__(self, other):
        return self + -as_value(other)

    def __rsub__(self, other):
        return as_value(other) + -self

    def __rtruediv__(self, other):
        return as_value(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    # ---- functions ----

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def rule():
            self.grad += (1 - t * t) * out.grad

        out._backward = rule
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,), "exp")

        def rule():
            self.grad += e * out.grad

        out._backward = rule
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), (self,), "relu")

        def rule():
            if self.data > 0:
                self.grad += out.grad

        out._backward = rule
        return out

    # ---- backward ----

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def as_value(x):
    return x if isinstance(x, Value) else Value(float(x), (), "const")


def build_topo(v, visited, topo):
    """Depth first with a stack of my own: (node, are its inputs done?)."""
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((child, False) for child in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
