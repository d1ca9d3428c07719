"""Engine with a dataclass for the nodes and one rule function per operation."""

from __future__ import annotations

import math
from dataclasses import dataclass, field


@dataclass(unsafe_hash=True)
class Value:
    data: float
    grad: float = field(default=0.0, init=False, compare=False)
    _prev: tuple = field(default=(), repr=False, compare=False)
    _rule: object = field(default=None, repr=False, compare=False)

    def __post_init__(self):
        self.data = float(self.data)

    def _backward(self):
        if self._rule is not None:
            self._rule(self, *self._prev)

    def __add__(self, other):
        other = node(other)
        return Value(self.data + other.data, (self, other), rule_add)

    def __mul__(self, other):
        other = node(other)
        return Value(self.data * other.data, (self, other), rule_mul)

    def __truediv__(self, other):
        other = node(other)
        return Value(self.data / other.data, (self, other), rule_div)

    def __pow__(self, n):
        out = Value(self.data**n, (self,), rule_pow)
        out.n = n
        return out

    def tanh(self):
        return Value(math.tanh(self.data), (self,), rule_tanh)

    def exp(self):
        return Value(math.exp(self.data), (self,), rule_exp)

    def relu(self):
        return Value(max(self.data, 0.0), (self,), rule_relu)

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + node(other) * -1.0

    def __radd__(self, other):
        return node(other) + self

    def __rsub__(self, other):
        return node(other) - self

    def __rmul__(self, other):
        return node(other) * self

    def __rtruediv__(self, other):
        return node(other) / self

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for n in order:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(order):
            n._backward()


def node(x):
    return x if isinstance(x, Value) else Value(x)


def rule_add(out, a, b):
    a.grad += out.grad
    b.grad += out.grad


def rule_mul(out, a, b):
    a.grad += out.grad * b.data
    b.grad += out.grad * a.data


def rule_div(out, a, b):
    a.grad += out.grad / b.data
    b.grad -= out.grad * a.data / b.data**2


def rule_pow(out, a):
    if out.n != 0:
        a.grad += out.grad * out.n * a.data ** (out.n - 1)


def rule_tanh(out, a):
    a.grad += out.grad * (1.0 - out.data**2)


def rule_exp(out, a):
    a.grad += out.grad * out.data


def rule_relu(out, a):
    if a.data > 0:
        a.grad += out.grad


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        top, inputs = stack[-1]
        fresh = next((p for p in inputs if p not in visited), None)
        if fresh is None:
            topo.append(top)
            stack.pop()
        else:
            visited.add(fresh)
            stack.append((fresh, iter(fresh._prev)))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for n in order:
        n.grad = 0.0
