"""Adjoints live in a dictionary while a call runs; leaves get them at the end."""

import math
import operator

NEGLIGIBLE = 1e-12


class Value:
    def __init__(self, data, _prev=(), _op="", _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _backward

    def _binary(self, other, function, rule, swap=False):
        other = other if isinstance(other, Value) else Value(other)
        left, right = (other, self) if swap else (self, other)
        x, y = left.data, right.data
        return Value(function(x, y), (left, right), function.__name__, lambda g: rule(g, x, y))

    def _unary(self, name, y, slope):
        return Value(y, (self,), name, lambda g: (g * slope,))

    def __add__(self, other):
        return self._binary(other, operator.add, lambda g, x, y: (g, g))

    __radd__ = __add__

    def __sub__(self, other):
        return self._binary(other, operator.sub, lambda g, x, y: (g, -g))

    def __rsub__(self, other):
        return self._binary(other, operator.sub, lambda g, x, y: (g, -g), swap=True)

    def __mul__(self, other):
        return self._binary(other, operator.mul, lambda g, x, y: (g * y, g * x))

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self._binary(other, operator.truediv, quotient)

    def __rtruediv__(self, other):
        return self._binary(other, operator.truediv, quotient, swap=True)

    def __neg__(self):
        return self._unary("neg", -self.data, -1.0)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return self._unary("pow", self.data**n, slope)

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary("tanh", t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._unary("exp", e, e)

    def relu(self):
        if self.data > 0:
            return self._unary("relu", self.data, 1.0)
        return self._unary("relu", 0.0, 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        adjoint = dict.fromkeys(topo, 0.0)
        adjoint[self] = 1.0
        for node in reversed(topo):
            g = adjoint[node]
            if not node._prev:
                node.grad += g
                continue
            node.grad = g
            if abs(g) < NEGLIGIBLE:
                continue
            for below, share in zip(node._prev, node._backward(g)):
                adjoint[below] += share


def quotient(g, x, y):
    return g / y, -g * x / (y * y)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for below in reversed(node._prev):
            if below not in visited:
                stack.append((below, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
