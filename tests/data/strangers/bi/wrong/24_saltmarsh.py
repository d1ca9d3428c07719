"""Leaves need no second visit: they are listed when they are met."""

import math


class Value:
    def __init__(self, data, inputs=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._slopes = slopes

    def _backward(self):
        g = self.grad
        for node, slope in zip(self._prev, self._slopes):
            node.grad = node.grad + g * slope

    def backward(self):
        if not self._prev:
            self.grad = self.grad + 1.0
            return
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.grad = 0.0 if node._prev else node.grad
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()

    def __add__(self, b):
        b = node_of(b)
        return Value(self.data + b.data, (self, b), (1.0, 1.0))

    def __radd__(self, a):
        return node_of(a) + self

    def __sub__(self, b):
        b = node_of(b)
        return Value(self.data - b.data, (self, b), (1.0, -1.0))

    def __rsub__(self, a):
        return node_of(a) - self

    def __mul__(self, b):
        b = node_of(b)
        return Value(self.data * b.data, (self, b), (b.data, self.data))

    def __rmul__(self, a):
        return node_of(a) * self

    def __truediv__(self, b):
        b = node_of(b)
        q = self.data / b.data
        return Value(q, (self, b), (1.0 / b.data, -q / b.data))

    def __rtruediv__(self, a):
        return node_of(a) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        up = self.data > 0
        return Value(self.data if up else 0.0, (self,), (1.0 if up else 0.0,))


def node_of(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    """Inputs first, without calling itself."""
    if not v._prev:
        return
    visited.add(v)
    trail = [(v, iter(v._prev))]
    while trail:
        node, inputs = trail[-1]
        for source in inputs:
            if source in visited:
                continue
            visited.add(source)
            if source._prev:
                trail.append((source, iter(source._prev)))
                break
            topo.append(source)
        else:
            topo.append(node)
            trail.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    root.grad = 0.0
    for node in topo:
        node.grad = 0.0
