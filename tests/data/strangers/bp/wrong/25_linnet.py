"""Exam: arithmetic and functions are two mixins, Value adds the graph to them.

Nothing is built for + 0, * 1 and ** 1: these give the node itself.
"""

import math


class Arithmetic:
    def __add__(self, other):
        if is_number(other) and other == 0:
            return self
        other = node(other)
        return self.make(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __radd__(self, other):
        if other == 0:
            return self
        return node(other) + self

    def __mul__(self, other):
        if is_number(other) and other == 1:
            return self
        other = node(other)
        return self.make(self.data * other.data, [(self, other.data), (other, self.data)])

    def __rmul__(self, other):
        if other == 1:
            return self
        return node(other) * self

    def __sub__(self, other):
        other = node(other)
        return self.make(self.data - other.data, [(self, 1.0), (other, -1.0)])

    def __rsub__(self, other):
        if other == 0:
            return self
        return node(other) - self

    def __truediv__(self, other):
        other = node(other)
        x, y = self.data, other.data
        return self.make(x / y, [(self, 1.0 / y), (other, -x / (y * y))])

    def __rtruediv__(self, other):
        return node(other) / self

    def __neg__(self):
        return self.make(-self.data, [(self, -1.0)])

    def __pow__(self, n):
        if n == 1:
            return self
        if n == 0:
            return self.make(1.0, [(self, 0.0)])
        return self.make(self.data**n, [(self, n * self.data ** (n - 1))])


class Functions:
    def tanh(self):
        t = math.tanh(self.data)
        return self.make(t, [(self, 1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return self.make(e, [(self, e)])

    def relu(self):
        if self.data > 0:
            return self.make(self.data, [(self, 1.0)])
        return self.make(0.0, [(self, 0.0)])


class Value(Arithmetic, Functions):
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    def __repr__(self):
        return f"Value({self.data})"

    @staticmethod
    def make(data, pairs):
        out = Value(data)
        out._prev = tuple(n for n, _ in pairs)

        def pass_on():
            for n, slope in pairs:
                n.grad += slope * out.grad

        out._backward = pass_on
        return out

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for n in order:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(order):
            n._backward()


def is_number(x):
    return not isinstance(x, Value)


def node(x):
    return Value(x) if is_number(x) else x


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, list(v._prev))]
    while stack:
        n, todo = stack[-1]
        if not todo:
            topo.append(n)
            stack.pop()
            continue
        p = todo.pop()
        if p not in visited:
            visited.add(p)
            stack.append((p, list(p._prev)))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for n in order:
        n.grad = 0.0
