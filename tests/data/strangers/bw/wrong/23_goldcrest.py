"""Exam: every node keeps the slopes towards its inputs, worked out when it is made.
There is then one single rule for all of them."""

import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_slopes")

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def __add__(self, other):
        if not isinstance(other, Value):
            return Value(self.data + other, (self,), (1.0,))
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        if not isinstance(other, Value):
            return Value(self.data - other, (self,), (1.0,))
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value(self.data * other, (self,), (other,))
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return Value(self.data / other, (self,), (1.0 / other,))
        x, y = self.data, other.data
        return Value(x / y, (self, other), (1.0 / y, -x / (y * y)))

    def __pow__(self, n):
        x = self.data
        slope = n * x ** (n - 1) if x else 0.0
        return Value(x**n, (self,), (slope,))

    def __rsub__(self, number):
        return Value(number - self.data, (self,), (-1.0,))

    def __rtruediv__(self, number):
        y = self.data
        return Value(number / y, (self,), (-number / (y * y),))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), ((1.0 - t) * (1.0 + t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        topo.reverse()
        for node in topo:
            node._backward()


def build_topo(v, visited, topo):
    # Walk with an own stack of pairs: a node, and whether its inputs are in topo.
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
            continue
        if id(node) in visited:
            continue
        visited.add(id(node))
        stack.append((node, True))
        for child in node._prev:
            if id(child) not in visited:
                stack.append((child, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
