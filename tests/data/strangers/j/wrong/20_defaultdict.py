"""Functional: gradients travel in a dictionary and are written to the leaves at the end."""
import math
from collections import defaultdict


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __add__(self, other):
        return op(lambda x, y: x + y, lambda g, x, y, z: (g, g), self, other)

    def __sub__(self, other):
        return op(lambda x, y: x - y, lambda g, x, y, z: (g, -g), self, other)

    def __mul__(self, other):
        return op(lambda x, y: x * y, lambda g, x, y, z: (g * y, g * x), self, other)

    def __truediv__(self, other):
        return op(lambda x, y: x / y, lambda g, x, y, z: (g / y, -g * z / y), self, other)

    def __radd__(self, other): return op_value(other) + self
    def __rsub__(self, other): return op_value(other) - self
    def __rmul__(self, other): return op_value(other) * self
    def __rtruediv__(self, other): return op_value(other) / self

    def __neg__(self):
        return op(lambda x: -x, lambda g, x, z: (-g,), self)

    def __pow__(self, n):
        if n == 0:
            return op(lambda x: 1.0, lambda g, x, z: (0.0,), self)
        return op(lambda x: x ** n, lambda g, x, z: (g * n * x ** (n - 1),), self)

    def tanh(self):
        return op(math.tanh, lambda g, x, z: (g * (1 - z * z),), self)

    def exp(self):
        return op(math.exp, lambda g, x, z: (g * z,), self)

    def relu(self):
        return op(lambda x: max(x, 0.0), lambda g, x, z: (g if x > 0 else 0.0,), self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        total = propagate(self, order)
        for node in order:
            write(node, total[node])


def op_value(x):
    return x if isinstance(x, Value) else Value(x)


def op(forward, pullback, *args):
    nodes = tuple(map(op_value, args))
    xs = [n.data for n in nodes]
    z = forward(*xs)
    return Value(z, nodes, lambda g: pullback(g, *xs, z))


def propagate(root, order):
    total = defaultdict(float)
    total[root] = 1.0
    for node in reversed(order):
        if node._backward is not None:
            for p, g in zip(node._prev, node._backward(total[node])):
                total[p] += g
    return total


def write(node, amount):
    node.grad = amount


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, complete = stack.pop()
        if complete:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for p in node._prev:
                stack.append((p, False))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
