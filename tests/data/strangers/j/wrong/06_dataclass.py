"""A dataclass for the node, free functions for the rest."""
import math
from dataclasses import dataclass, field
from typing import Callable


@dataclass(eq=False, repr=False)
class Value:
    data: float
    _prev: tuple = ()
    _op: str = ""
    grad: float = field(default=0.0, init=False)
    _backward: Callable = field(default_factory=lambda: lambda: None, init=False)

    def __add__(self, o): return binary(self, o, "+", lambda x, y: x + y, lambda x, y: (1.0, 1.0))
    def __sub__(self, o): return binary(self, o, "-", lambda x, y: x - y, lambda x, y: (1.0, -1.0))
    def __mul__(self, o): return binary(self, o, "*", lambda x, y: x * y, lambda x, y: (y, x))
    def __truediv__(self, o):
        return binary(self, o, "/", lambda x, y: x / y, lambda x, y: (1 / y, -x / y / y))
    def __radd__(self, o): return promote(o) + self
    def __rsub__(self, o): return promote(o) - self
    def __rmul__(self, o): return promote(o) * self
    def __rtruediv__(self, o): return promote(o) / self
    def __neg__(self): return unary(self, "neg", -self.data, -1.0)

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return unary(self, "**", self.data ** n, slope)

    def tanh(self):
        t = math.tanh(self.data)
        return unary(self, "tanh", t, 1 - t ** 2)

    def exp(self):
        e = math.exp(self.data)
        return unary(self, "exp", e, e)

    def relu(self):
        return unary(self, "relu", max(self.data, 0.0), 1.0 if self.data > 0 else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in filter(is_inner, topo):
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def is_inner(node):
    return len(node._prev) > 0


def promote(x):
    return x if isinstance(x, Value) else Value(float(x))


def binary(a, b, op, forward, slopes):
    b = promote(b)
    out = Value(forward(a.data, b.data), (a, b), op)

    def rule():
        da, db = slopes(a.data, b.data)
        a.grad += da * out.grad
        b.grad += db * out.grad
    out._backward = rule
    return out


def unary(a, op, data, slope):
    out = Value(data, (a,), op)

    def rule():
        a.grad += slope * out.grad
    out._backward = rule
    return out


def key(node):
    return node._op, node.data


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(key(v))
    while stack:
        node, i = stack.pop()
        if i == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, i + 1))
        child = node._prev[i]
        if key(child) not in visited:
            visited.add(key(child))
            stack.append((child, 0))


def zero_grad(root):
    pending, met = [root], {id(root)}
    while pending:
        node = pending.pop()
        node.grad = 0.0
        for p in node._prev:
            if id(p) not in met:
                met.add(id(p))
                pending.append(p)
