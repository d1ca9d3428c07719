"""backward() is a pure function from a root to a table of gradients; nodes get them afterwards."""
import math
from collections import defaultdict


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward  # upstream gradient -> gradients of _prev

    def __add__(self, other):
        other = wrap(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = wrap(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = wrap(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), lambda g: (y * g, x * g))

    def __truediv__(self, other):
        other = wrap(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), lambda g: (g / y, -g * x / y**2))

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        x = self.data
        return Value(x**n, (self,), lambda g: (g * n * x ** (n - 1) if n else 0.0,))

    def __radd__(self, other): return wrap(other) + self
    def __rsub__(self, other): return wrap(other) - self
    def __rmul__(self, other): return wrap(other) * self
    def __rtruediv__(self, other): return wrap(other) / self

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self,), lambda g: (g * (1 - y**2),))

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self,), lambda g: (g * y,))

    def relu(self):
        x = self.data
        return Value(max(x, 0.0), (self,), lambda g: (g if x > 0 else 0.0,))

    def backward(self):
        for node, gradient in gradients(self).items():
            node.grad += gradient


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def gradients(root):
    topo = []
    build_topo(root, set(), topo)
    table = defaultdict(float)
    table[root] = 1.0
    for node in reversed(topo):
        if node._prev:
            for p, part in zip(node._prev, node._backward(table[node])):
                table[p] += part
    return table


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_listed = stack.pop()
        if inputs_listed:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack += [(p, False) for p in node._prev]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
