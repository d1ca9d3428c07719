# Exercise 13: every node keeps a list of edges (input, local slope).

import math
from typing import NamedTuple


class Edge(NamedTuple):
    node: "Value"
    slope: float


class Value:
    def __init__(self, data, edges=()):
        self.data = data
        self.grad = 0.0
        self._edges = edges

    @property
    def _prev(self):
        return tuple(edge.node for edge in self._edges)

    def _backward(self):
        for node, slope in self._edges:
            node.grad += slope * self.grad

    def backward(self):
        topo = sort(self)
        for node in topo:
            if node._edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

    def __add__(self, other):
        other = value(other)
        return result(self.data + other.data, self, 1.0, other, 1.0)

    def __sub__(self, other):
        other = value(other)
        return result(self.data - other.data, self, 1.0, other, -1.0)

    def __mul__(self, other):
        other = value(other)
        return result(self.data * other.data, self, other.data, other, self.data)

    def __truediv__(self, other):
        other = value(other)
        a, b = self.data, other.data
        return result(a / b, self, 1.0 / b, other, -a / b**2)

    def __radd__(self, other):
        return value(other) + self

    def __rsub__(self, other):
        return value(other) - self

    def __rmul__(self, other):
        return value(other) * self

    def __rtruediv__(self, other):
        return value(other) / self

    def __neg__(self):
        return result(-self.data, self, -1.0)

    def __pow__(self, n):
        x = self.data
        if n == 0 or x == 0:
            return result(x**n, self, 0.0)
        return result(x**n, self, n * x ** (n - 1))

    def tanh(self):
        t = math.tanh(self.data)
        return result(t, self, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return result(e, self, e)

    def relu(self):
        x = self.data
        return result(max(x, 0.0), self, 1.0 if x > 0 else 0.0)


def value(x):
    return x if isinstance(x, Value) else Value(float(x))


def result(data, *pairs):
    """result(data, input, slope, input, slope)"""
    return Value(data, [Edge(*pairs[i : i + 2]) for i in range(0, len(pairs), 2)])


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, 0)]
    while stack:
        node, i = stack.pop()
        while i < len(node._edges) and node._edges[i].node in visited:
            i += 1
        if i < len(node._edges):
            child = node._edges[i].node
            visited.add(child)
            stack += [(node, i + 1), (child, 0)]
        else:
            topo.append(node)


def sort(root):
    topo = []
    build_topo(root, set(), topo)
    return topo


def zero_grad(root):
    for node in sort(root):
        node.grad = 0.0
