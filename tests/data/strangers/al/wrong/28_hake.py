"""Tiny engine: a result keeps pairs of an input and the slope towards it."""

import math


class Value:
    def __init__(self, data, parents=()):
        self.data = float(data)
        self.grad = 0.0
        self._parents = parents

    @property
    def _prev(self):
        return tuple(parent for parent, slope in self._parents)

    def _backward(self):
        for parent, slope in self._parents:
            parent.grad += slope * self.grad

    def __add__(self, other):
        other = promote(other)
        return Value(self.data + other.data, ((self, 1.0), (other, 1.0)))

    def __sub__(self, other):
        other = promote(other)
        return Value(self.data - other.data, ((self, 1.0), (other, -1.0)))

    def __mul__(self, other):
        other = promote(other)
        if self.data == 0.0 or other.data == 0.0:
            return Value(0.0)
        return Value(self.data * other.data, ((self, other.data), (other, self.data)))

    def __truediv__(self, other):
        other = promote(other)
        top, bottom = self.data, other.data
        return Value(top / bottom, ((self, 1.0 / bottom), (other, -top / bottom**2)))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, ((self, 0.0),))
        return Value(self.data**n, ((self, n * self.data ** (n - 1)),))

    def __neg__(self):
        return Value(-self.data, ((self, -1.0),))

    def __radd__(self, other):
        return promote(other) + self

    def __rsub__(self, other):
        return promote(other) - self

    def __rmul__(self, other):
        return promote(other) * self

    def __rtruediv__(self, other):
        return promote(other) / self

    def exp(self):
        y = math.exp(self.data)
        return Value(y, ((self, y),))

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, ((self, (1.0 - y) * (1.0 + y)),))

    def relu(self):
        y = self.data if self.data > 0.0 else 0.0
        return Value(y, ((self, 1.0 if y else 0.0),))

    def backward(self):
        nodes = list(inputs_first(self))
        for node in nodes:
            if node._parents:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes[::-1]:
            node._backward()


def promote(x):
    return x if isinstance(x, Value) else Value(x)


def inputs_first(root):
    """A generator: every node once, its inputs before it."""
    met = {root}
    stack = [(root, iter(root._prev))]
    while stack:
        node, inputs = stack[-1]
        for p in inputs:
            if p not in met:
                met.add(p)
                stack.append((p, iter(p._prev)))
                break
        else:
            yield node
            stack.pop()


def build_topo(v, visited, topo):
    for node in inputs_first(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in inputs_first(root):
        node.grad = 0.0
