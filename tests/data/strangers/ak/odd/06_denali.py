"""Gradients under construction live in a table of the call and not on the nodes.

`grad` of a computed node is not used at all; only leaves are written to, once per call, when
all of their shares are together.
"""

import math


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    _prev = ()

    def _backward(self, g):
        """Pairs (input, share) for a gradient g."""
        return ()

    def __add__(self, other):
        return Sum(self, other)

    def __radd__(self, other):
        return Sum(other, self)

    def __sub__(self, other):
        return Sum(self, Scaled(other, -1.0))

    def __rsub__(self, other):
        return Sum(other, Scaled(self, -1.0))

    def __mul__(self, other):
        return Product(self, other) if isinstance(other, Value) else Scaled(self, other)

    def __rmul__(self, other):
        return Scaled(self, other)

    def __truediv__(self, other):
        return Quotient(self, other)

    def __rtruediv__(self, other):
        return Quotient(other, self)

    def __neg__(self):
        return Scaled(self, -1.0)

    def __pow__(self, n):
        return Curve(self, lambda x: x**n, lambda x, y: n * x ** (n - 1) if n else 0.0)

    def tanh(self):
        return Curve(self, math.tanh, lambda x, y: 1.0 - y * y)

    def exp(self):
        return Curve(self, math.exp, lambda x, y: y)

    def relu(self):
        return Curve(self, lambda x: max(x, 0.0), lambda x, y: 1.0 if x > 0.0 else 0.0)

    def backward(self):
        table = {self: 1.0}
        for node in descending(self):
            g = table.pop(node)
            if node._prev:
                for source, share in node._backward(g):
                    table[source] = table.get(source, 0.0) + share
            else:
                node.grad += g


def node_of(x):
    return x if isinstance(x, Value) else Value(x)


class Sum(Value):
    def __init__(self, left, right):
        self._prev = left, right = (node_of(left), node_of(right))
        super().__init__(left.data + right.data)

    def _backward(self, g):
        return [(source, g) for source in self._prev]


class Scaled(Value):
    def __init__(self, source, factor):
        self._prev = (node_of(source),)
        self._factor = factor
        super().__init__(self._prev[0].data * factor)

    def _backward(self, g):
        return [(self._prev[0], g * self._factor)]


class Product(Value):
    def __init__(self, left, right):
        self._prev = (left, right)
        super().__init__(left.data * right.data)

    def _backward(self, g):
        left, right = self._prev
        return [(left, g * right.data), (right, g * left.data)]


class Quotient(Value):
    def __init__(self, top, bottom):
        self._prev = top, bottom = (node_of(top), node_of(bottom))
        super().__init__(top.data / bottom.data)

    def _backward(self, g):
        top, bottom = self._prev
        return [(top, g / bottom.data), (bottom, -g * self.data / bottom.data)]


class Curve(Value):
    def __init__(self, source, function, slope):
        self._prev = (source,)
        self._slope = slope
        super().__init__(function(source.data))

    def _backward(self, g):
        (source,) = self._prev
        return [(source, g * self._slope(source.data, self.data))]


def descending(root):
    """Root first, each node after all of its consumers."""
    waits = {root: 0}
    todo = [root]
    for node in todo:
        for source in node._prev:
            if source not in waits:
                waits[source] = 0
                todo.append(source)
            waits[source] += 1
    free = [root]
    while free:
        node = free.pop()
        yield node
        for source in node._prev:
            waits[source] -= 1
            if waits[source] == 0:
                free.append(source)


def build_topo(v, visited, topo):
    topo.extend(descending(v))
    topo.reverse()
    visited.update(topo)


def zero_grad(root):
    for node in descending(root):
        node.grad = 0.0
