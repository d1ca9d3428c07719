import math
from dataclasses import dataclass, field
from typing import Callable


def _none(grad):
    return ()


@dataclass(eq=False)
class Value:
    data: float
    _prev: tuple = ()
    _backward: Callable = field(default=_none, repr=False)
    grad: float = 0.0

    def __add__(self, other):
        other = num(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = num(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = num(other)
        return Value(self.data * other.data, (self, other),
                     lambda g: (other.data * g, self.data * g))

    def __truediv__(self, other):
        other = num(other)
        return Value(self.data / other.data, (self, other),
                     lambda g: (g / other.data, -g * self.data / other.data ** 2))

    def __pow__(self, n):
        return Value(self.data ** n, (self,),
                     lambda g: (g * n * self.data ** (n - 1) if n != 0 else 0.0,))

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __radd__(self, other):
        return num(other) + self

    def __rsub__(self, other):
        return num(other) - self

    def __rmul__(self, other):
        return num(other) * self

    def __rtruediv__(self, other):
        return num(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: ((1 - t * t) * g,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (e * g,))

    def relu(self):
        return Value(max(0.0, self.data), (self,), lambda g: (g if self.data > 0 else 0.0,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        propagate(self, order)
        restart(order)      # ready for the next call


def num(x):
    return x if isinstance(x, Value) else Value(x)


def restart(order):
    for node in order:
        if node._prev:
            node.grad = 0.0


def propagate(root, order):
    root.grad += 1.0
    for node in reversed(order):
        for p, g in zip(node._prev, node._backward(node.grad)):
            p.grad += g


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        try:
            p = next(stack[-1][1])
        except StopIteration:
            topo.append(stack.pop()[0])
            continue
        if p not in visited:
            visited.add(p)
            stack.append((p, iter(p._prev)))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
