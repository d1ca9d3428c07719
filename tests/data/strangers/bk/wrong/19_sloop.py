"""Numbers in arrays: node i has its gradient in a cell of its own."""

import math
from array import array


class Value:
    __slots__ = ("data", "_cell", "_prev", "_op", "_backward")

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self._cell = array("f", [0.0])
        self._prev = _prev
        self._op = _op
        self._backward = None

    @property
    def grad(self):
        return self._cell[0]

    @grad.setter
    def grad(self, number):
        self._cell[0] = number

    def __add__(self, other):
        other = cast(other)
        return make(self.data + other.data, "+", [(self, 1.0), (other, 1.0)])

    def __sub__(self, other):
        other = cast(other)
        return make(self.data - other.data, "-", [(self, 1.0), (other, -1.0)])

    def __mul__(self, other):
        other = cast(other)
        return make(self.data * other.data, "*", [(self, other.data), (other, self.data)])

    def __truediv__(self, other):
        other = cast(other)
        q = self.data / other.data
        return make(q, "/", [(self, 1.0 / other.data), (other, -q / other.data)])

    def __radd__(self, other):
        return cast(other) + self

    def __rsub__(self, other):
        return cast(other) - self

    def __rmul__(self, other):
        return cast(other) * self

    def __rtruediv__(self, other):
        return cast(other) / self

    def __neg__(self):
        return make(-self.data, "neg", [(self, -1.0)])

    def __pow__(self, n):
        return make(self.data**n, "**", [(self, n * self.data ** (n - 1) if n else 0.0)])

    def tanh(self):
        t = math.tanh(self.data)
        return make(t, "tanh", [(self, 1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return make(e, "exp", [(self, e)])

    def relu(self):
        on = self.data > 0
        return make(self.data if on else 0.0, "relu", [(self, 1.0 if on else 0.0)])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node._cell[0] = 0.0
        self._cell[0] += 1.0
        for node in reversed(topo):
            if node._backward:
                node._backward()


def cast(x):
    return x if isinstance(x, Value) else Value(x)


def make(data, op, edges):
    out = Value(data, tuple(p for p, _ in edges), op)
    cells = [(p._cell, slope) for p, slope in edges]

    def rule():
        g = out._cell[0]
        for cell, slope in cells:
            cell[0] += slope * g

    out._backward = rule
    return out


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, inputs = stack[-1]
        for p in inputs:
            if p not in visited:
                visited.add(p)
                stack.append((p, iter(p._prev)))
                break
        else:
            stack.pop()
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
