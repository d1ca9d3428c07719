"""Autodiff for single numbers.

A node is a Value; its rule is a list of pairs (input, slope).
"""

import math
import operator


def _node(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    """A leaf if made by you, an inner node if made by an operation."""

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._backward = []

    @property
    def _prev(self):
        return tuple(node for node, _ in self._backward)

    @classmethod
    def _result(cls, data, *edges):
        out = cls(data)
        out._backward = list(edges)
        return out

    def __add__(self, other):
        other = _node(other)
        return self._result(operator.add(self.data, other.data), (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = _node(other)
        return self._result(operator.sub(self.data, other.data), (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = _node(other)
        x, y = self.data, other.data
        return self._result(operator.mul(x, y), (self, y), (other, x))

    def __truediv__(self, other):
        other = _node(other)
        x, y = self.data, other.data
        return self._result(operator.truediv(x, y), (self, 1.0 / y), (other, -x / y**2))

    def __radd__(self, other):
        return _node(other) + self

    def __rsub__(self, other):
        return _node(other) - self

    def __rmul__(self, other):
        return _node(other) * self

    def __rtruediv__(self, other):
        return _node(other) / self

    def __neg__(self):
        return self._result(-self.data, (self, -1.0))

    def __pow__(self, n):
        if n == 0:
            return self._result(1.0, (self, 0.0))
        return self._result(self.data**n, (self, n * self.data ** (n - 1)))

    def tanh(self):
        t = math.tanh(self.data)
        return self._result(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return self._result(e, (self, e))

    def relu(self):
        if self.data > 0:
            return self._result(self.data, (self, 1.0))
        return self._result(0.0, (self, 0.0))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in filter(operator.attrgetter("_backward"), order):
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            for child, slope in node._backward:
                child.grad += slope * node.grad


def build_topo(v, visited, topo):
    agenda = [("enter", v)]
    while agenda:
        what, node = agenda.pop()
        if what == "leave":
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            agenda.append(("leave", node))
            agenda.extend(("enter", child) for child, _ in node._backward)


def zero_grad(root):
    agenda = [root]
    while agenda:
        node = agenda.pop()
        if node.grad != 0.0:
            node.grad = 0.0
            agenda.extend(child for child, _ in node._backward)
