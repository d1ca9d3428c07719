"""Exercise 13, with slots, and without gradients for wrapped numbers (nobody reads them)."""

import math


class Value:
    __slots__ = ("data", "grad", "live", "_prev", "_backward")

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self.live = True
        self._prev = _prev
        self._backward = nothing

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        return add(self, other)

    def __sub__(self, other):
        return sub(self, other)

    def __mul__(self, other):
        return mul(self, other)

    def __truediv__(self, other):
        return div(self, other)

    def __radd__(self, number):
        return add(self, number)

    def __rsub__(self, number):
        return add(-self, number)

    def __rmul__(self, number):
        return mul(self, number)

    def __rtruediv__(self, number):
        return mul(self**-1, number)

    def __neg__(self):
        return mul(self, -1.0)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return result(self.data**n, (self, slope))

    def tanh(self):
        t = math.tanh(self.data)
        return result(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return result(e, (self, e))

    def relu(self):
        slope = 1.0 if self.data > 0 else 0.0
        return result(slope * self.data, (self, slope))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def nothing():
    pass


def as_node(x):
    if not isinstance(x, Value):
        x = Value(x)
    x.live = False
    return x


def result(data, *pairs):
    """A node with these inputs; pairs are (input, slope)."""
    out = Value(data, tuple(node for node, _ in pairs))

    def rule():
        for node, slope in pairs:
            if node.live:
                node.grad += slope * out.grad

    out._backward = rule
    return out


def add(a, other):
    b = as_node(other)
    return result(a.data + b.data, (a, 1.0), (b, 1.0))


def sub(a, other):
    b = as_node(other)
    return result(a.data - b.data, (a, 1.0), (b, -1.0))


def mul(a, other):
    b = as_node(other)
    return result(a.data * b.data, (a, b.data), (b, a.data))


def div(a, other):
    b = as_node(other)
    return result(a.data / b.data, (a, 1.0 / b.data), (b, -a.data / b.data**2))


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_first = stack.pop()
        if inputs_first:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for p in node._prev:
                stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
