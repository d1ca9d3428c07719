"""A tape: every operation writes itself down, and backward reads the tape from the end."""

import math
from collections import deque

TAPE = deque(maxlen=32768)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __add__(self, other):
        other = const(other)
        return record(self.data + other.data, "+", self, 1.0, other, 1.0)

    def __sub__(self, other):
        other = const(other)
        return record(self.data - other.data, "-", self, 1.0, other, -1.0)

    def __mul__(self, other):
        other = const(other)
        return record(self.data * other.data, "*", self, other.data, other, self.data)

    def __truediv__(self, other):
        other = const(other)
        q = self.data / other.data
        return record(q, "/", self, 1.0 / other.data, other, -q / other.data)

    def __radd__(self, other):
        return const(other) + self

    def __rsub__(self, other):
        return const(other) - self

    def __rmul__(self, other):
        return const(other) * self

    def __rtruediv__(self, other):
        return const(other) / self

    def __neg__(self):
        return record(-self.data, "neg", self, -1.0)

    def __pow__(self, n):
        return record(self.data**n, "**", self, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return record(t, "tanh", self, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return record(e, "exp", self, e)

    def relu(self):
        on = self.data > 0
        return record(self.data if on else 0.0, "relu", self, 1.0 if on else 0.0)

    def backward(self):
        mine = below(self)
        for node in mine:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(TAPE):
            if node in mine:
                node._backward()


def const(x):
    return x if isinstance(x, Value) else Value(x)


def record(data, op, *edges):
    inputs, slopes = edges[::2], edges[1::2]
    node = Value(data, inputs, op)

    def rule():
        for p, slope in zip(inputs, slopes):
            p.grad += slope * node.grad

    node._backward = rule
    TAPE.append(node)
    return node


def below(root):
    found = {root}
    todo = [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in found:
                found.add(p)
                todo.append(p)
    return found


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
    for node in below(root):
        node.grad = 0.0
