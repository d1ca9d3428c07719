import math
from collections import namedtuple

Edge = namedtuple("Edge", "source slope")


class Value:
    def __init__(self, data, *edges):
        self.data = data
        self.grad = 0.0
        self._edges = edges
        self._prev = {edge.source for edge in edges}

    def _backward(self):
        for edge in self._edges:
            edge.source.grad += edge.slope * self.grad

    def __add__(self, other):
        if not isinstance(other, Value):
            return Value(self.data + other, Edge(self, 1.0))
        return Value(self.data + other.data, Edge(self, 1.0), Edge(other, 1.0))

    __radd__ = __add__

    def __neg__(self):
        return Value(-self.data, Edge(self, -1.0))

    def __sub__(self, other):
        if not isinstance(other, Value):
            return Value(self.data - other, Edge(self, 1.0))
        return Value(self.data - other.data, Edge(self, 1.0), Edge(other, -1.0))

    def __rsub__(self, number):
        return Value(number - self.data, Edge(self, -1.0))

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value(self.data * other, Edge(self, other))
        return Value(self.data * other.data, Edge(self, other.data), Edge(other, self.data))

    __rmul__ = __mul__

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return Value(self.data / other, Edge(self, 1 / other))
        ratio = self.data / other.data
        return Value(ratio, Edge(self, 1 / other.data), Edge(other, -ratio / other.data))

    def __rtruediv__(self, number):
        ratio = number / self.data
        return Value(ratio, Edge(self, -ratio / self.data))

    def __pow__(self, n):
        return Value(self.data**n, Edge(self, n * self.data ** (n - 1) if n else 0.0))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, Edge(self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, Edge(self, e))

    def relu(self):
        if self.data > 0:
            return Value(self.data, Edge(self, 1.0))
        return Value(0.0)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    climb = [(v, iter(v._prev))]
    while climb:
        node, sources = climb[-1]
        for source in sources:
            if source not in visited:
                visited.add(source)
                climb.append((source, iter(source._prev)))
                break
        else:
            climb.pop()
            topo.append(node)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
