from dataclasses import dataclass, field
from itertools import count
from typing import Callable
import math

_ticket = count(1)


def _no_rule():
    return None


@dataclass(unsafe_hash=True)
class Value:
    data: float
    grad: float = field(default=0.0, compare=False)
    _prev: tuple = field(default=(), compare=False, repr=False)
    _backward: Callable = field(default=_no_rule, compare=False, repr=False)
    _uid: int = field(default=next(_ticket), repr=False)

    def __post_init__(self):
        self.data = float(self.data)

    @property
    def is_leaf(self):
        return not self._prev

    def __add__(self, other):
        other = as_value(other)
        out = Value(self.data + other.data, _prev=(self, other))

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = as_value(other)
        out = Value(self.data * other.data, _prev=(self, other))

        def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = as_value(other)
        out = Value(self.data / other.data, _prev=(self, other))

        def rule():
            self.grad += out.grad / other.data
            other.grad -= out.grad * self.data / other.data**2

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, _prev=(self,))

        def rule():
            if n == 0:
                return
            self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = rule
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-as_value(other))

    def __radd__(self, other):
        return as_value(other) + self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), _prev=(self,))

        def rule():
            self.grad += out.grad * (1 - out.data**2)

        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), _prev=(self,))

        def rule():
            self.grad += out.grad * out.data

        out._backward = rule
        return out

    def relu(self):
        out = Value(max(0.0, self.data), _prev=(self,))

        def rule():
            self.grad += out.grad * (out.data > 0)

        out._backward = rule
        return out

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if not node.is_leaf:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    pile = [(v, False)]
    while pile:
        node, ready = pile.pop()
        if ready:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        pile.append((node, True))
        for p in node._prev:
            if p not in visited:
                pile.append((p, False))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
