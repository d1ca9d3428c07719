"""Exercise 13, with a dataclass. The rule of a node gives one number for each input."""

import math
from dataclasses import dataclass, field
from typing import Callable


@dataclass(eq=False)
class Value:
    data: float
    grad: float = 0.0
    _prev: tuple = field(default=(), repr=False)
    _backward: Callable | None = field(default=None, repr=False)

    def _new(self, data, inputs, rule):
        return Value(data, 0.0, inputs, rule)

    def __add__(self, other):
        other = _lift(other)
        return self._new(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = _lift(other)
        return self._new(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = _lift(other)
        a, b = self.data, other.data
        return self._new(a * b, (self, other), lambda g: (g * b, g * a))

    def __truediv__(self, other):
        other = _lift(other)
        a, b = self.data, other.data
        return self._new(a / b, (self, other), lambda g: (g / b, -g * a / (b * b)))

    def __pow__(self, n):
        a = self.data

        def rule(g):
            if n == 0:
                return (0.0,)
            return (g * n * a ** (n - 1),)

        return self._new(a**n, (self,), rule)

    def __neg__(self):
        return self._new(-self.data, (self,), lambda g: (-g,))

    def __radd__(self, other):
        return _lift(other) + self

    def __rsub__(self, other):
        return _lift(other) - self

    def __rmul__(self, other):
        return _lift(other) * self

    def __rtruediv__(self, other):
        return _lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return self._new(t, (self,), lambda g: (g * (1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return self._new(e, (self,), lambda g: (g * e,))

    def relu(self):
        alive = self.data > 0.0
        return self._new(
            self.data if alive else 0.0, (self,), lambda g: (g if alive else 0.0,)
        )

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._backward:
                for p, g in zip(node._prev, node._backward(node.grad)):
                    p.grad += g


def _lift(x):
    return x if isinstance(x, Value) else Value(float(x))


def _finished(v, visited):
    """Yield each node below v when everything below it has been yielded."""
    visited.add(v)
    trail = [v]
    waiting = [list(v._prev)]
    while trail:
        if waiting[-1]:
            p = waiting[-1].pop()
            if p not in visited:
                visited.add(p)
                trail.append(p)
                waiting.append(list(p._prev))
        else:
            waiting.pop()
            yield trail.pop()


def build_topo(v, visited, topo):
    topo.extend(_finished(v, visited))


def zero_grad(root):
    stack = [root]
    while stack:
        node = stack.pop()
        if node.grad == 0.0:
            continue
        node.grad = 0.0
        stack.extend(node._prev)
