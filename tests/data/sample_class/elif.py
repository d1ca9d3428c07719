"""Elif's engine. One helper makes all nodes: value, inputs, and a slope for each input."""

import math


class Value:
    def __init__(self, data, _prev=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self.slopes = slopes

    def _backward(self):
        for node, slope in zip(self._prev, self.slopes):
            node.grad += slope * self.grad

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data ** n, (self,), (slope,))

    def tanh(self):
        # d tanh(x) / dx = 1 - x^2
        return Value(math.tanh(self.data), (self,), (1.0 - self.data ** 2,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        return Value(max(0.0, self.data), (self,), (1.0 if self.data > 0 else 0.0,))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + lift(other) * -1.0

    def __truediv__(self, other):
        return self * lift(other) ** -1

    def __radd__(self, other):
        return lift(other) + self

    def __rmul__(self, other):
        return lift(other) * self

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.grad = node.grad if not node._prev else 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def lift(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, i = stack.pop()
        if i == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, i + 1))
        nxt = node._prev[i]
        if nxt not in visited:
            visited.add(nxt)
            stack.append((nxt, 0))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
