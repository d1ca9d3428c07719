"""One call works in a table of its own; the nodes are only touched at the very end."""
import math
from collections import defaultdict


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward      # g -> gradients for the inputs

    @staticmethod
    def _v(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = self._v(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = self._v(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = self._v(other)
        return Value(self.data * other.data, (self, other), lambda g: (g * other.data, g * self.data))

    def __truediv__(self, other):
        other = self._v(other)
        return Value(self.data / other.data, (self, other),
                     lambda g: (g / other.data, -g * self.data / other.data ** 2))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), lambda g: (0.0,))
        return Value(self.data ** n, (self,), lambda g: (g * n * self.data ** (n - 1),))

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        return Value(max(0.0, self.data), (self,), lambda g: (g if self.data > 0 else 0.0,))

    def __radd__(self, other):
        return self._v(other) + self

    def __rsub__(self, other):
        return self._v(other) - self

    def __rmul__(self, other):
        return self._v(other) * self

    def __rtruediv__(self, other):
        return self._v(other) / self

    def backward(self):
        order = []
        build_topo(self, set(), order)
        table = defaultdict(float)
        table[self] = 1.0
        for node in reversed(order):
            if node._backward is not None:
                for inp, g in zip(node._prev, node._backward(table[node])):
                    table[inp] += g
        for node in order:
            if node._backward is None:
                node.grad = table[node]
            else:
                node.grad = table[node]


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, it = stack[-1]
        try:
            child = next(it)
        except StopIteration:
            stack.pop()
            topo.append(node)
        else:
            if child not in visited:
                visited.add(child)
                stack.append((child, iter(child._prev)))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
