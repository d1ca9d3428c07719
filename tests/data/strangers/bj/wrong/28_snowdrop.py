"""Engine with few primitives. `-`, `/` and unary minus are computed with the
primitives, but quietly, so that each makes one node and not three."""

import math


class Graph:
    """Whether results remember how they were made."""

    quiet = False


def quietly(recipe, *inputs):
    """The number that `recipe` gives, without any node left behind."""
    Graph.quiet = True
    number = recipe(*inputs).data
    Graph.quiet = False
    return number


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = () if Graph.quiet else tuple(_prev)
        self._op = _op
        self._backward = tuple

    @staticmethod
    def _node(data, op, sources, slopes):
        out = Value(data, sources, op)
        out._backward = slopes
        return out

    # the primitives

    def __add__(self, other):
        other = node(other)
        return Value._node(self.data + other.data, "+", (self, other), lambda: (1.0, 1.0))

    def __mul__(self, other):
        other = node(other)
        x, y = self.data, other.data
        return Value._node(x * y, "*", (self, other), lambda: (y, x))

    def __pow__(self, n):
        x = self.data
        return Value._node(x**n, "**", (self,), lambda: (n * x ** (n - 1) if n != 0 else 0.0,))

    # what is made of them

    def __neg__(self):
        number = quietly(lambda a: a * -1, self)
        return Value._node(number, "neg", (self,), lambda: (-1.0,))

    def __sub__(self, other):
        other = node(other)
        number = quietly(lambda a, b: a + b * -1, self, other)
        return Value._node(number, "-", (self, other), lambda: (1.0, -1.0))

    def __truediv__(self, other):
        other = node(other)
        number = quietly(lambda a, b: a * b**-1, self, other)
        y = other.data
        return Value._node(number, "/", (self, other), lambda: (1.0 / y, -number / y))

    def __radd__(self, other):
        return node(other) + self

    def __rmul__(self, other):
        return node(other) * self

    def __rsub__(self, other):
        return node(other) - self

    def __rtruediv__(self, other):
        return node(other) / self

    # the functions

    def tanh(self):
        y = math.tanh(self.data)
        return Value._node(y, "tanh", (self,), lambda: (1.0 - y * y,))

    def exp(self):
        y = math.exp(self.data)
        return Value._node(y, "exp", (self,), lambda: (y,))

    def relu(self):
        on = self.data > 0.0
        return Value._node(self.data if on else 0.0, "relu", (self,), lambda: (float(on),))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(topo):
            for source, slope in zip(n._prev, n._backward()):
                source.grad += slope * n.grad


def node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        n, done = stack.pop()
        if done:
            topo.append(n)
            continue
        if n not in visited:
            visited.add(n)
            stack.append((n, True))
            stack.extend([(p, False) for p in n._prev])


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
