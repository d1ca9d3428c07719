import math
from typing import NamedTuple


class Edge(NamedTuple):
    source: "Value"
    slope: float


class Value:
    def __init__(self, data, edges=()):
        self.data = float(data)
        self.grad = 0.0
        self.edges = edges
        self._prev = [e.source for e in edges]

    def _backward(self):
        for source, slope in self.edges:
            source.grad += slope * self.grad

    def _two(self, other, f, df):
        if not isinstance(other, Value):
            other = Value(other)
        a, b = self.data, other.data
        da, db = df(a, b)
        return Value(f(a, b), (Edge(self, da), Edge(other, db)))

    def _one(self, y, slope):
        return Value(y, (Edge(self, slope),))

    def __add__(self, other):
        return self._two(other, lambda a, b: a + b, lambda a, b: (1.0, 1.0))

    def __sub__(self, other):
        return self._two(other, lambda a, b: a - b, lambda a, b: (1.0, -1.0))

    def __rsub__(self, other):
        return self._two(other, lambda a, b: b - a, lambda a, b: (-1.0, 1.0))

    def __mul__(self, other):
        return self._two(other, lambda a, b: a * b, lambda a, b: (b, a))

    def __truediv__(self, other):
        return self._two(other, lambda a, b: a / b, lambda a, b: (1 / b, -a / b**2))

    def __rtruediv__(self, other):
        return self._two(other, lambda a, b: b / a, lambda a, b: (-b / a**2, 1 / a))

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self._one(-self.data, -1.0)

    def __pow__(self, n):
        return self._one(self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        y = math.tanh(self.data)
        return self._one(y, 1 - y * y)

    def exp(self):
        y = math.exp(self.data)
        return self._one(y, y)

    def relu(self):
        return self._one(max(0.0, self.data), 1.0 if self.data > 0 else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo[:-1]:
            if node.edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, i = stack.pop()
        if i == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, i + 1))
        p = node._prev[i]
        if p not in visited:
            visited.add(p)
            stack.append((p, 0))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
