"""Each node knows its level above the leaves; going down level by level is a right order."""

import math
from operator import attrgetter

LEVEL = attrgetter("_level")


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._level = 1 + max(map(LEVEL, _prev)) if _prev else 0
        self._backward = lambda: None

    def made(self, rule):
        self._backward = rule
        return self

    def __add__(self, other):
        other = wrap(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        return out.made(rule)

    def __sub__(self, other):
        other = wrap(other)
        out = Value(self.data - other.data, (self, other), "-")

        def rule():
            self.grad += out.grad
            other.grad -= out.grad

        return out.made(rule)

    def __mul__(self, other):
        other = wrap(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        return out.made(rule)

    def __truediv__(self, other):
        other = wrap(other)
        out = Value(self.data / other.data, (self, other), "/")

        def rule():
            self.grad += out.grad / other.data
            other.grad -= out.data * out.grad / other.data

        return out.made(rule)

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")
        out._level = self._level

        def rule():
            self.grad -= out.grad

        return out.made(rule)

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def rule():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        return out.made(rule)

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def rule():
            self.grad += (1.0 - out.data**2) * out.grad

        return out.made(rule)

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def rule():
            self.grad += out.data * out.grad

        return out.made(rule)

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def rule():
            self.grad += (out.data > 0) * out.grad

        return out.made(rule)

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def backward(self):
        order = downwards(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def downwards(root):
    """All nodes below root and root itself, highest level first."""
    found, seen = [root], {root}
    for node in found:
        for below in node._prev:
            if below not in seen:
                seen.add(below)
                found.append(below)
    found.sort(key=LEVEL, reverse=True)
    return found


def build_topo(v, visited, topo):
    topo.extend(reversed(downwards(v)))
    visited.update(topo)


def zero_grad(root):
    for node in downwards(root):
        node.grad = 0.0
