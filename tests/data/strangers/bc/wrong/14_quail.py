"""Slotted nodes that give shares to their inputs, and three walks over the graph."""

import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_backward", "__weakref__")

    def __init__(self, data, _prev=(), _op="", _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _backward

    def give(self, amount):
        self.grad += amount

    def __add__(self, other):
        other = lifted(other)

        def rule(g):
            self.give(g)
            other.give(g)

        return Value(self.data + other.data, (self, other), "+", rule)

    def __sub__(self, other):
        other = lifted(other)

        def rule(g):
            self.give(g)
            other.give(-g)

        return Value(self.data - other.data, (self, other), "-", rule)

    def __mul__(self, other):
        other = lifted(other)
        x, y = self.data, other.data

        def rule(g):
            self.give(g * y)
            other.give(g * x)

        return Value(x * y, (self, other), "*", rule)

    def __truediv__(self, other):
        other = lifted(other)
        x, y = self.data, other.data

        def rule(g):
            self.give(g / y)
            other.give(-g * x / y**2)

        return Value(x / y, (self, other), "/", rule)

    def along(self, op, y, slope):
        return Value(y, (self,), op, lambda g: self.give(g * slope))

    def __neg__(self):
        return self.along("neg", -self.data, -1.0)

    def __pow__(self, n):
        return self.along("**", self.data**n, n * self.data ** (n - 1) if n != 0 else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self.along("tanh", t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self.along("exp", e, e)

    def relu(self):
        return self.along("relu", max(self.data, 0.0), 1.0 if self.data > 0 else 0.0)

    def __radd__(self, other):
        return lifted(other) + self

    def __rsub__(self, other):
        return lifted(other) - self

    def __rmul__(self, other):
        return lifted(other) * self

    def __rtruediv__(self, other):
        return lifted(other) / self

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._prev:
                node._backward(node.grad)


def lifted(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, rest = stack[-1]
        below = next(rest, None)
        if below is None:
            topo.append(node)
            stack.pop()
        elif below not in visited:
            visited.add(below)
            stack.append((below, iter(below._prev)))


def zero_grad(root):
    todo = [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        todo.extend(set(node._prev))
