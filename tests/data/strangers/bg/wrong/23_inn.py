"""Closures in slots. A graph of many nodes gives its closures back after use."""

import math

MANY = 4096


def done(_g):
    pass


class Value:
    __slots__ = "data", "grad", "_prev", "_op", "_backward"

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = done

    def _join(self, other, op, data, to_left, to_right):
        out = Value(data, (self, other), op)

        def rule(g):
            self.grad += to_left(g)
            other.grad += to_right(g)

        out._backward = rule
        return out

    def _map(self, op, data, slope):
        out = Value(data, (self,), op)

        def rule(g):
            self.grad += slope * g

        out._backward = rule
        return out

    def __add__(self, other):
        b = to_node(other)
        return self._join(b, "+", self.data + b.data, lambda g: g, lambda g: g)

    def __sub__(self, other):
        b = to_node(other)
        return self._join(b, "-", self.data - b.data, lambda g: g, lambda g: -g)

    def __mul__(self, other):
        b = to_node(other)
        return self._join(
            b, "*", self.data * b.data, lambda g: g * b.data, lambda g: g * self.data
        )

    def __truediv__(self, other):
        b = to_node(other)
        q = self.data / b.data
        return self._join(b, "/", q, lambda g: g / b.data, lambda g: -g * q / b.data)

    def __radd__(self, other):
        return to_node(other) + self

    def __rsub__(self, other):
        return to_node(other) - self

    def __rmul__(self, other):
        return to_node(other) * self

    def __rtruediv__(self, other):
        return to_node(other) / self

    def __neg__(self):
        return self._map("neg", -self.data, -1.0)

    def __pow__(self, n):
        return self._map("pow", self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._map("tanh", t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._map("exp", e, e)

    def relu(self):
        if self.data > 0.0:
            return self._map("relu", self.data, 1.0)
        return self._map("relu", 0.0, 0.0)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward(node.grad)
        if len(order) > MANY:
            for node in order:
                node._backward = done


def to_node(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, 0)]
    while stack:
        node, i = stack.pop()
        while i < len(node._prev) and node._prev[i] in visited:
            i += 1
        if i == len(node._prev):
            topo.append(node)
        else:
            stack.append((node, i + 1))
            visited.add(node._prev[i])
            stack.append((node._prev[i], 0))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
