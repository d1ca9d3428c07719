"""Nodes are numbered when they are made, so that their age is their order."""

import itertools
import math


class Value:
    _ages = itertools.count()

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._age = next(Value._ages)
        self._backward = lambda g: ()

    def _made(self, rule):
        # A rule answers with one share for each input.
        self._backward = rule
        return self

    def __add__(self, other):
        other = box(other)
        return Value(self.data + other.data, (self, other), "+")._made(lambda g: (g, g))

    def __sub__(self, other):
        other = box(other)
        return Value(self.data - other.data, (self, other), "-")._made(lambda g: (g, -g))

    def __mul__(self, other):
        other = box(other)
        return Value(self.data * other.data, (self, other), "*")._made(
            lambda g: (g * other.data, g * self.data)
        )

    def __truediv__(self, other):
        other = box(other)
        q = self.data / other.data
        return Value(q, (self, other), "/")._made(
            lambda g: (g / other.data, -g * q / other.data)
        )

    def __neg__(self):
        return Value(-self.data, (self,), "neg")._made(lambda g: (-g,))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), "pow")._made(lambda g: (0.0,))
        return Value(self.data**n, (self,), "pow")._made(
            lambda g: (g * n * self.data ** (n - 1),)
        )

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh")._made(lambda g: (g * (1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp")._made(lambda g: (g * e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), "relu")._made(lambda g: (g,))
        return Value(0.0, (self,), "relu")._made(lambda g: (0.0,))

    def __radd__(self, other):
        return box(other) + self

    def __rsub__(self, other):
        return box(other) - self

    def __rmul__(self, other):
        return box(other) * self

    def __rtruediv__(self, other):
        return box(other) / self

    def backward(self):
        order = sorted(family(self), key=lambda node: node._age, reverse=True)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            for source, share in zip(node._prev, node._backward(node.grad)):
                source.grad += share


def box(x):
    return x if isinstance(x, Value) else Value(float(x))


def family(root):
    found = {root}
    fresh = [root]
    while fresh:
        for source in fresh.pop()._prev:
            if source not in found:
                found.add(source)
                fresh.append(source)
    return found


def build_topo(v, visited, topo):
    visited |= family(v)
    topo += sorted(visited, key=lambda node: node._age)


def zero_grad(root):
    todo = [root]
    root.grad = 0.0
    while todo:
        for source in todo.pop()._prev:
            if source.grad != 0.0:
                source.grad = 0.0
                todo.append(source)
