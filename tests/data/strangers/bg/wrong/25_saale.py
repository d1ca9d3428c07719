"""Gradients live in a table of the call, and only the leaves keep what comes out."""

import math


class Value:
    def __init__(self, data, _prev=(), _op="", _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = _backward

    def __add__(self, other):
        b = as_value(other)
        return Value(self.data + b.data, (self, b), "+", lambda y, g: (g, g))

    def __sub__(self, other):
        b = as_value(other)
        return Value(self.data - b.data, (self, b), "-", lambda y, g: (g, -g))

    def __mul__(self, other):
        b = as_value(other)
        return Value(
            self.data * b.data, (self, b), "*", lambda y, g: (g * b.data, g * self.data)
        )

    def __truediv__(self, other):
        b = as_value(other)
        return Value(
            self.data / b.data, (self, b), "/", lambda y, g: (g / b.data, -g * y / b.data)
        )

    def __neg__(self):
        return Value(-self.data, (self,), "neg", lambda y, g: (-g,))

    def __pow__(self, n):
        def pull(y, g):
            return (g * n * self.data ** (n - 1) if n != 0 else 0.0,)

        return Value(self.data**n, (self,), "pow", pull)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh", lambda y, g: (g * (1 - y * y),))

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp", lambda y, g: (g * y,))

    def relu(self):
        y = self.data if self.data > 0 else 0.0
        return Value(y, (self,), "relu", lambda y, g: (g if y > 0 else 0.0,))

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def backward(self):
        order = []
        build_topo(self, set(), order)
        table = {self: 1.0}
        for node in reversed(order):
            g = table.pop(node, 0.0)
            if not node._prev:
                node.grad += g
            elif not math.isclose(g, 0.0, abs_tol=1e-12):
                for source, share in zip(node._prev, node._backward(node.data, g)):
                    table[source] = table.get(source, 0.0) + share


def as_value(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append((node,))
            stack.extend(node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
