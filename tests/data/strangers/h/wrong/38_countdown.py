"""A node fires when the last of its consumers has reported."""

import math
from collections import Counter


class Value:
    def __init__(self, data, prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._uses = 0
        self._backward = lambda: None
        for p in prev:
            p._uses += 1

    def __add__(self, other):
        other = coerce(other)
        out = Value(self.data + other.data, (self, other))

        def report():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = report
        return out

    def __mul__(self, other):
        other = coerce(other)
        out = Value(self.data * other.data, (self, other))

        def report():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = report
        return out

    def __truediv__(self, other):
        other = coerce(other)
        out = Value(self.data / other.data, (self, other))

        def report():
            self.grad += out.grad / other.data
            other.grad += -out.grad * out.data / other.data

        out._backward = report
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def report():
            if n:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = report
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-coerce(other))

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return coerce(other) - self

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return coerce(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def report():
            self.grad += out.grad * (1.0 - out.data * out.data)

        out._backward = report
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def report():
            self.grad += out.grad * out.data

        out._backward = report
        return out

    def relu(self):
        out = Value(self.data if self.data > 0.0 else 0.0, (self,))

        def report():
            self.grad += out.grad if self.data > 0.0 else 0.0

        out._backward = report
        return out

    def backward(self):
        for node in members(self):
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        waiting = Counter({node: node._uses for node in members(self)})
        firing = [self]
        while firing:
            node = firing.pop()
            node._backward()
            for p in node._prev:
                waiting[p] -= 1
                if waiting[p] == 0:
                    firing.append(p)


def coerce(x):
    return x if isinstance(x, Value) else Value(x)


def members(root):
    topo = []
    build_topo(root, set(), topo)
    return topo


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    for node in members(root):
        node.grad = 0.0
