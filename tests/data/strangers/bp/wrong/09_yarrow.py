"""Exam 13: no sets, no dictionaries. Each walk has a number, and a node remembers the
number of the last walk that came by."""

import math

_walk = 0


def current_walk():
    return _walk


def next_walk():
    global _walk
    _walk += 1
    return _walk


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = self._leaf_rule
        self._met = 0

    def _leaf_rule(self):
        pass

    def __add__(self, other):
        return plus(self, to_value(other))

    def __radd__(self, other):
        return plus(to_value(other), self)

    def __mul__(self, other):
        return times(self, to_value(other))

    def __rmul__(self, other):
        return times(to_value(other), self)

    def __neg__(self):
        return times(Value(-1.0), self)

    def __sub__(self, other):
        return plus(self, -to_value(other))

    def __rsub__(self, other):
        return plus(to_value(other), -self)

    def __truediv__(self, other):
        return times(self, to_value(other) ** -1)

    def __rtruediv__(self, other):
        return times(to_value(other), self**-1)

    def __pow__(self, n):
        return function(self, self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return function(self, t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return function(self, e, e)

    def relu(self):
        return function(self, max(0.0, self.data), 1.0 if self.data > 0 else 0.0)

    def backward(self):
        nodes = inputs_first(self, next_walk())
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            node._backward()


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


def plus(a, b):
    out = Value(a.data + b.data, (a, b))

    def rule():
        a.grad += out.grad
        b.grad += out.grad

    out._backward = rule
    return out


def times(a, b):
    out = Value(a.data * b.data, (a, b))

    def rule():
        a.grad += b.data * out.grad
        b.grad += a.data * out.grad

    out._backward = rule
    return out


def function(a, value, slope):
    out = Value(value, (a,))

    def rule():
        a.grad += slope * out.grad

    out._backward = rule
    return out


def inputs_first(root, walk):
    nodes, stack = [], [(root, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            nodes.append(node)
        elif node._met != walk:
            node._met = walk
            stack.append((node, True))
            for p in node._prev:
                stack.append((p, False))
    return nodes


def build_topo(v, visited, topo):
    for node in inputs_first(v, next_walk()):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in inputs_first(root, current_walk()):
        node.grad = 0.0
