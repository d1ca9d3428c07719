"""Whole powers are made of multiplications, the way one does it by hand."""
import math


class Value:
    def __init__(self, data, parents=(), shares=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(parents)
        self.shares = shares

    def _backward(self):
        if self.shares is None:
            return
        for parent, amount in zip(self._prev, self.shares(self.grad)):
            parent.grad += amount

    def __add__(self, other):
        other = node_of(other)
        return Value(self.data + other.data, [self, other], lambda g: [g, g])

    def __sub__(self, other):
        other = node_of(other)
        return Value(self.data - other.data, [self, other], lambda g: [g, -g])

    def __mul__(self, other):
        other = node_of(other)
        x, y = self.data, other.data
        return Value(x * y, [self, other], lambda g: [g * y, g * x])

    def __truediv__(self, other):
        other = node_of(other)
        x, y = self.data, other.data
        return Value(x / y, [self, other], lambda g: [g / y, -g * x / y**2])

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, [self], lambda g: [0.0])
        if n != int(n):
            return self.root_power(n)
        if n < -1:
            return 1.0 / self**-n
        out = self * 1.0
        for _ in range(int(n) - 1):
            out = out * self
        return out

    def root_power(self, n):
        x = self.data
        return Value(x**n, [self], lambda g: [g * n * x ** (n - 1)])

    def __neg__(self):
        return 0.0 - self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], lambda g: [g * (1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], lambda g: [g * e])

    def relu(self):
        if self.data > 0:
            return Value(self.data, [self], lambda g: [g])
        return Value(0.0, [self], lambda g: [0.0])

    def __radd__(self, other):
        return node_of(other) + self

    def __rsub__(self, other):
        return node_of(other) - self

    def __rmul__(self, other):
        return node_of(other) * self

    def __rtruediv__(self, other):
        return node_of(other) / self

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if node.shares is not None:
                node.grad = 0.0
        self.grad += 1.0
        while nodes:
            nodes.pop()._backward()


def node_of(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, parents = stack.pop()
        for p in parents:
            if p not in visited:
                visited.add(p)
                stack.append((node, parents))
                stack.append((p, iter(p._prev)))
                break
        else:
            topo.append(node)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
