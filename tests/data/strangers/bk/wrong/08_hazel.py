"""Nodes with a left and a right input; functions leave the right one empty."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = lambda: None

    def __bool__(self):
        return self.data != 0.0

    def __float__(self):
        return float(self.data)

    def __add__(self, other):
        other = lift(other)
        return connect("+", self.data + other.data, self, 1.0, other, 1.0)

    def __sub__(self, other):
        other = lift(other)
        return connect("-", self.data - other.data, self, 1.0, other, -1.0)

    def __mul__(self, other):
        other = lift(other)
        return connect("*", self.data * other.data, self, other.data, other, self.data)

    def __truediv__(self, other):
        other = lift(other)
        q = self.data / other.data
        return connect("/", q, self, 1.0 / other.data, other, -q / other.data)

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def __neg__(self):
        return connect("neg", -self.data, self, -1.0)

    def __pow__(self, n):
        if n == 0:
            return connect("**", 1.0, self, 0.0)
        return connect("**", self.data**n, self, n * self.data ** (n - 1))

    def tanh(self):
        t = math.tanh(self.data)
        return connect("tanh", t, self, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return connect("exp", e, self, e)

    def relu(self):
        if self.data > 0.0:
            return connect("relu", self.data, self, 1.0)
        return connect("relu", 0.0, self, 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(float(x))


def connect(op, data, left, dleft, right=None, dright=0.0):
    out = Value(data, filter(None, (left, right)), op)

    def rule():
        left.grad += dleft * out.grad
        if right is not None:
            right.grad += dright * out.grad

    out._backward = rule
    return out


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, inputs = stack[-1]
        child = next((c for c in inputs if c not in visited), None)
        if child is None:
            topo.append(node)
            stack.pop()
        else:
            visited.add(child)
            stack.append((child, iter(child._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
