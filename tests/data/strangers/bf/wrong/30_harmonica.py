"""Every node carries a generator function that yields (input, contribution)."""

import math


class Value:
    def __init__(self, data, _prev=(), _contributions=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = list(_prev)
        self._contributions = _contributions

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _backward(self):
        if self._contributions is not None:
            for node, amount in self._contributions(self.grad):
                node.grad += amount

    def __add__(self, other):
        other = made(other)

        def contributions(g):
            yield self, g
            yield other, g

        return Value(self.data + other.data, [self, other], contributions)

    def __sub__(self, other):
        other = made(other)

        def contributions(g):
            yield self, g
            yield other, -g

        return Value(self.data - other.data, [self, other], contributions)

    def __mul__(self, other):
        other = made(other)

        def contributions(g):
            yield self, g * other.data
            yield other, g * self.data

        return Value(self.data * other.data, [self, other], contributions)

    def __truediv__(self, other):
        other = made(other)

        def contributions(g):
            yield self, g / other.data
            yield other, -g * self.data / other.data**2

        return Value(self.data / other.data, [self, other], contributions)

    def __radd__(self, other):
        return made(other) + self

    def __rsub__(self, other):
        return made(other) - self

    def __rmul__(self, other):
        return made(other) * self

    def __rtruediv__(self, other):
        return made(other) / self

    def __neg__(self):
        def contributions(g):
            yield self, -g

        return Value(-self.data, [self], contributions)

    def __pow__(self, n):
        def contributions(g):
            if n != 0:
                yield self, g * n * self.data ** (n - 1)

        return Value(self.data**n, [self], contributions)

    def tanh(self):
        t = math.tanh(self.data)

        def contributions(g):
            yield self, g * (1 - t * t)

        return Value(t, [self], contributions)

    def exp(self):
        e = math.exp(self.data)

        def contributions(g):
            yield self, g * e

        return Value(e, [self], contributions)

    def relu(self):
        def contributions(g):
            if self.data > 0:
                yield self, g

        return Value(max(0.0, self.data), [self], contributions)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._contributions is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def made(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for x in node._prev:
            if x in visited:
                break
            stack.append((x, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
