"""Leaf and inner node are different classes, and the library sorts."""

import math
from graphlib import TopologicalSorter


class Arithmetic:
    """Everything by way of a sum, a product, a quotient, and functions of one number."""

    def __add__(self, other):
        return Inner("sum", self, other)

    def __mul__(self, other):
        return Inner("product", self, other)

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + other * -1.0

    def __rsub__(self, other):
        return self * -1.0 + other

    def __truediv__(self, other):
        return Inner("quotient", self, other)

    def __rtruediv__(self, other):
        return Inner("quotient", other, self)

    def __pow__(self, n):
        return Inner(("power", n), self)

    def tanh(self):
        return Inner("tanh", self)

    def exp(self):
        return Inner("exp", self)

    def relu(self):
        return Inner("relu", self)

    __radd__ = __add__
    __rmul__ = __mul__


class Value(Arithmetic):
    """What people make: a leaf."""

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    @property
    def _prev(self):
        return []

    def _begin(self):
        pass

    def _backward(self):
        pass

    def backward(self):
        order = sort(self)
        for node in order:
            node._begin()
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


class Inner(Value):
    """What comes out of an operation."""

    def __init__(self, kind, *inputs):
        self._kind = kind
        self._inputs = [i if isinstance(i, Value) else Value(i) for i in inputs]
        super().__init__(self._forward(*[i.data for i in self._inputs]))

    @property
    def _prev(self):
        return list(self._inputs)

    def _begin(self):
        self.grad = 0.0

    def _forward(self, x, y=None):
        if self._kind == "sum":
            return x + y
        if self._kind == "product":
            return x * y
        if self._kind == "quotient":
            return x / y
        if self._kind == "tanh":
            return math.tanh(x)
        if self._kind == "exp":
            return math.exp(x)
        if self._kind == "relu":
            return x if x > 0 else 0.0
        return x ** self._kind[1]

    def _slopes(self, x, y=None):
        if self._kind == "sum":
            return 1.0, 1.0
        if self._kind == "product":
            return y, x
        if self._kind == "quotient":
            return 1.0 / y, -self.data / y
        if self._kind == "tanh":
            return (1.0 - self.data**2,)
        if self._kind == "exp":
            return (self.data,)
        if self._kind == "relu":
            return (float(self.data > 0),)
        n = self._kind[1]
        return (n * x ** (n - 1) if n != 0 else 0.0,)

    def _backward(self):
        slopes = self._slopes(*[i.data for i in self._inputs])
        for i, slope in zip(self._inputs, slopes):
            i.grad += slope * self.grad


def sort(root):
    graph = {root: root._prev}
    new = [root]
    while new:
        for node in graph[new.pop()]:
            if node not in graph:
                graph[node] = node._prev
                new.append(node)
    return list(TopologicalSorter(graph).static_order())


def build_topo(v, visited, topo):
    topo += sort(v)


def zero_grad(root):
    for node in sort(root):
        node.grad = 0.0
