"""Contributions are collected in a list and added up when somebody asks for the gradient."""

import math


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self._prev = _prev
        self._slopes = _slopes
        self._parts = []
        self._added = 0  # so many parts are in _sum
        self._sum = 0.0

    @property
    def grad(self):
        if self._added != len(self._parts):
            self._sum = sum(self._parts, 0.0)
            self._added = len(self._parts)
        return self._sum

    @grad.setter
    def grad(self, number):
        self._parts = [number]
        self._sum = number
        self._added = 1

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _backward(self):
        g = self.grad
        for node, slope in zip(self._prev, self._slopes):
            node._parts.append(slope * g)

    def __add__(self, other):
        other = v(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = v(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = v(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = v(other)
        inverse = 1 / other.data
        slopes = (inverse, -self.data * inverse * inverse)
        return Value(self.data / other.data, (self, other), slopes)

    def __radd__(self, other):
        return v(other) + self

    def __rsub__(self, other):
        return v(other) - self

    def __rmul__(self, other):
        return v(other) * self

    def __rtruediv__(self, other):
        return v(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        slope = 1.0 if self.data > 0 else 0.0
        return Value(self.data if slope else 0.0, (self,), (slope,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self._parts.append(1.0)
        for node in reversed(topo):
            node._backward()


def v(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    steps = [("visit", v)]
    while steps:
        step, node = steps.pop()
        if step == "list":
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            steps.append(("list", node))
            steps.extend(("visit", n) for n in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node._parts.clear()
