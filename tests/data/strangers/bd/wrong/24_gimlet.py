"""The engine as a dataclass. Nodes are told apart as objects (eq=False)."""

import math
from dataclasses import dataclass, field
from typing import Callable


def as_value(x):
    """A plain number as an operand becomes a leaf."""
    return x if isinstance(x, Value) else Value(float(x))


def as_exponent(n):
    """Exponents are plain numbers and stay outside of the graph."""
    if isinstance(n, Value):
        raise TypeError("the exponent must be a plain number")
    return int(n)


@dataclass(eq=False)
class Value:
    data: float
    _prev: tuple = field(default=(), repr=False)
    _op: str = field(default="", repr=False)
    grad: float = field(default=0.0, init=False)
    _backward: Callable[[], None] = field(init=False, repr=False)

    def __post_init__(self):
        self.data = float(self.data)
        self._backward = lambda: None

    def _send(self, amount: float) -> None:
        self.grad += amount

    def __add__(self, other):
        other = as_value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def back():
            self._send(out.grad)
            other._send(out.grad)

        out._backward = back
        return out

    def __mul__(self, other):
        other = as_value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def back():
            self._send(out.grad * other.data)
            other._send(out.grad * self.data)

        out._backward = back
        return out

    def __truediv__(self, other):
        other = as_value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def back():
            self._send(out.grad / other.data)
            other._send(-out.grad * out.data / other.data)

        out._backward = back
        return out

    def __pow__(self, n):
        n = as_exponent(n)
        out = Value(self.data**n, (self,), f"**{n}")

        def back():
            if n != 0:
                self._send(out.grad * n * self.data ** (n - 1))

        out._backward = back
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-as_value(other))

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")
        out._backward = lambda: self._send(out.grad * (1.0 - out.data * out.data))
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")
        out._backward = lambda: self._send(out.grad * out.data)
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")
        out._backward = lambda: self._send(out.grad if out.data > 0 else 0.0)
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self._send(1.0)
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    agenda = [(v, False)]
    while agenda:
        node, ready = agenda.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            agenda.append((node, True))
            agenda.extend((child, False) for child in reversed(node._prev))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
