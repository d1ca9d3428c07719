"""A mixin for the arithmetic, a base class for the graph, and the engine that joins them."""

import math


class Graph:
    """What a node is and how a gradient walks."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = self._nothing

    @staticmethod
    def _nothing():
        return None

    @property
    def is_leaf(self):
        return len(self._prev) == 0

    def reachable(self):
        order = []
        build_topo(self, set(), order)
        return order

    def backward(self):
        order = self.reachable()
        for node in order:
            if not node.is_leaf:
                node.grad = 0.0
        self.grad = self.grad + 1.0
        for node in order[::-1]:
            node._backward()


class Arithmetic:
    """What can be written with operators."""

    def _pair(self, other):
        return self, other if isinstance(other, Graph) else type(self)(other)

    def __add__(self, other):
        a, b = self._pair(other)
        out = type(self)(a.data + b.data, (a, b), "+")

        def rule():
            a.grad += out.grad
            b.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        a, b = self._pair(other)
        out = type(self)(a.data * b.data, (a, b), "*")

        def rule():
            a.grad += b.data * out.grad
            b.grad += a.data * out.grad

        out._backward = rule
        return out

    def __pow__(self, n):
        out = type(self)(self.data**n, (self,), "**")

        def rule():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = rule
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        a, b = self._pair(other)
        return a + b * -1

    def __truediv__(self, other):
        a, b = self._pair(other)
        return a * b**-1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other


class Functions:
    """tanh, exp and relu."""

    def _bounded(self, limit):
        """The number in this node, kept between -limit and limit."""
        self.data = min(limit, max(-limit, self.data))
        return self.data

    def _function(self, y, slope, name):
        out = type(self)(y, (self,), name)

        def rule():
            self.grad += slope * out.grad

        out._backward = rule
        return out

    def tanh(self):
        e = math.expm1(2.0 * self._bounded(20.0))
        t = e / (e + 2.0)
        return self._function(t, 1.0 - t * t, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._function(e, e, "exp")

    def relu(self):
        if self.data > 0:
            return self._function(self.data, 1.0, "relu")
        return self._function(0.0, 0.0, "relu")


class Value(Arithmetic, Functions, Graph):
    pass


def build_topo(v, visited, topo):
    todo = [(v, 0)]
    visited.add(v)
    while todo:
        node, position = todo.pop()
        if position == len(node._prev):
            topo.append(node)
            continue
        todo.append((node, position + 1))
        below = node._prev[position]
        if below not in visited:
            visited.add(below)
            todo.append((below, 0))


def zero_grad(root):
    for node in root.reachable():
        node.grad = 0.0
