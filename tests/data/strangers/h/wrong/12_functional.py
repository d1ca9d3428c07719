"""As few statements as possible: rules are pure functions from a gradient to shares."""

import math
from functools import reduce


def shares(*pairs):
    """What each input gets."""
    return dict(pairs)


def lift(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, _prev=(), _backward=lambda g: {}):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __add__(self, other):
        b = lift(other)
        return Value(self.data + b.data, (self, b), lambda g: shares((self, g), (b, g)))

    def __sub__(self, other):
        b = lift(other)
        return Value(self.data - b.data, (self, b), lambda g: shares((self, g), (b, -g)))

    def __mul__(self, other):
        b = lift(other)
        return Value(
            self.data * b.data,
            (self, b),
            lambda g: shares((self, g * b.data), (b, g * self.data)),
        )

    def __truediv__(self, other):
        b = lift(other)
        return Value(
            self.data / b.data,
            (self, b),
            lambda g: shares((self, g / b.data), (b, -g * self.data / b.data**2)),
        )

    def __pow__(self, n):
        slope = (lambda x: n * x ** (n - 1)) if n != 0 else (lambda x: 0.0)
        return Value(self.data**n, (self,), lambda g: shares((self, g * slope(self.data))))

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: shares((self, -g)))

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: shares((self, g * (1 - t * t))))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: shares((self, g * e)))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), lambda g: shares((self, g * on)))

    def backward(self):
        def step(gradients, node):
            for inp, share in node._backward(gradients[node]).items():
                gradients[inp] = gradients.get(inp, 0.0) + share
            return gradients

        gradients = reduce(step, reversed(order(self)), {self: 1.0})
        for node, g in gradients.items():
            node.grad = g if node._prev else node.grad + g


def order(root):
    topo = []
    build_topo(root, set(), topo)
    return topo


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, back = stack.pop()
        if back:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack += [(node, True), *((p, False) for p in node._prev)]


def zero_grad(root):
    for node in order(root):
        node.grad = 0.0
