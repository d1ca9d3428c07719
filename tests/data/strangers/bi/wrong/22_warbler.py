"""Operators lay their inputs on a desk; finish() makes the node and clears the desk."""

import math

desk = []


def put(*inputs):
    for x in inputs:
        desk.append(x)


def finish(data, *slopes):
    """A node of what lies on the desk, with one slope for each input."""
    out = Value(data)
    out._prev = tuple(desk)
    out._slopes = slopes
    desk.clear()
    return out


def pair(a, b):
    a = a if isinstance(a, Value) else Value(float(a))
    b = b if isinstance(b, Value) else Value(float(b))
    return a, b


class Value:
    _slopes = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def __add__(self, other):
        return plus(*pair(self, other))

    def __radd__(self, other):
        return plus(*pair(other, self))

    def __sub__(self, other):
        return minus(*pair(self, other))

    def __rsub__(self, other):
        return minus(*pair(other, self))

    def __mul__(self, other):
        return times(*pair(self, other))

    def __rmul__(self, other):
        return times(*pair(other, self))

    def __truediv__(self, other):
        return over(*pair(self, other))

    def __rtruediv__(self, other):
        return over(*pair(other, self))

    def __neg__(self):
        put(self)
        return finish(-self.data, -1.0)

    def __pow__(self, n):
        put(self)
        result = self.data**n
        return finish(result, n * self.data ** (n - 1) if n != 0 else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        put(self)
        return finish(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        put(self)
        return finish(e, e)

    def relu(self):
        positive = self.data > 0.0
        put(self)
        return finish(self.data if positive else 0.0, 1.0 if positive else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def plus(a, b):
    put(a, b)
    return finish(a.data + b.data, 1.0, 1.0)


def minus(a, b):
    put(a, b)
    return finish(a.data - b.data, 1.0, -1.0)


def times(a, b):
    put(a, b)
    return finish(a.data * b.data, b.data, a.data)


def over(a, b):
    q = a.data / b.data
    put(a, b)
    return finish(q, 1.0 / b.data, -q / b.data)


def build_topo(v, visited, topo):
    stack = [iter((v,))]
    owners = [None]
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            owner = owners.pop()
            if owner is not None:
                topo.append(owner)
        elif node not in visited:
            visited.add(node)
            stack.append(iter(node._prev))
            owners.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
