"""Exam. The gradients of a call flow in a dictionary; only leaves keep something."""

import math
from collections import defaultdict


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda g: ()

    def _made(self, rule):
        self._backward = rule
        return self

    def __add__(self, other):
        other = wrap(other)
        return Value(self.data + other.data, (self, other), "+")._made(lambda g: (g, g))

    def __sub__(self, other):
        other = wrap(other)
        return Value(self.data - other.data, (self, other), "-")._made(lambda g: (g, -g))

    def __mul__(self, other):
        other = wrap(other)
        a, b = self.data, other.data
        return Value(a * b, (self, other), "*")._made(lambda g: (g * b, g * a))

    def __truediv__(self, other):
        other = wrap(other)
        a, b = self.data, other.data
        return Value(a / b, (self, other), "/")._made(lambda g: (g / b, -g * a / (b * b)))

    def __neg__(self):
        return Value(-self.data, (self,), "neg")._made(lambda g: (-g,))

    def __pow__(self, n):
        a = self.data
        if n == 0:
            return Value(1.0, (self,), "**0")._made(lambda g: (0.0,))
        return Value(a**n, (self,), f"**{n}")._made(lambda g: (g * n * a ** (n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh")._made(lambda g: (g * (1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp")._made(lambda g: (g * e,))

    def relu(self):
        if self.data > 0.0:
            return Value(self.data, (self,), "relu")._made(lambda g: (g,))
        return Value(0.0, (self,), "relu")._made(lambda g: (0.0,))

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def backward(self):
        if not self._prev:
            self.grad += 1.0
            return
        topo = []
        build_topo(self, set(), topo)
        flow = defaultdict(float)
        flow[self] = 1.0
        for node in reversed(topo):
            if not node._prev:
                continue
            node.grad = flow[node]
            for source, amount in zip(node._prev, node._backward(node.grad)):
                flow[source] += amount
                if not source._prev:
                    source.grad += flow[source]


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    visited.add(v)
    below = {v: list(v._prev)}
    while stack:
        node = stack[-1]
        if below[node]:
            source = below[node].pop()
            if source not in visited:
                visited.add(source)
                below[source] = list(source._prev)
                stack.append(source)
        else:
            topo.append(stack.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
