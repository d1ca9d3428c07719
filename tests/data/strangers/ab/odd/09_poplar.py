"""A tower: leaves are on floor 0, a result is one floor above the highest of its inputs.

backward() takes the stairs down, floor by floor; nobody passes a gradient on to the same floor.
"""

import math


class Value:
    def __init__(self, data, *inputs):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self.floor = 1 + max((node.floor for node in inputs), default=-1)
        self._backward = None

    def __repr__(self):
        return f"Value({self.data}, floor {self.floor})"

    def rule(self, *slopes):
        """Give the node slopes, one for each input, and return it."""

        def _backward():
            for node, slope in zip(self._prev, slopes):
                node.grad += slope * self.grad

        self._backward = _backward
        return self

    def __add__(self, other):
        other = tenant(other)
        return Value(self.data + other.data, self, other).rule(1.0, 1.0)

    def __mul__(self, other):
        other = tenant(other)
        return Value(self.data * other.data, self, other).rule(other.data, self.data)

    def __neg__(self):
        return Value(-self.data, self).rule(-1.0)

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, self).rule(0.0)
        return Value(self.data**n, self).rule(n * self.data ** (n - 1))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, self).rule(e)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, self).rule(1.0 - t * t)

    def relu(self):
        positive = self.data > 0
        return Value(self.data if positive else 0.0, self).rule(1.0 if positive else 0.0)

    def __sub__(self, other):
        return self + -tenant(other)

    def __truediv__(self, other):
        return self * tenant(other) ** -1

    def __radd__(self, other):
        return tenant(other) + self

    def __rmul__(self, other):
        return tenant(other) * self

    def __rsub__(self, other):
        return tenant(other) - self

    def __rtruediv__(self, other):
        return tenant(other) / self

    def backward(self):
        tower = tower_below(self)
        for floor in tower[1:]:
            for node in floor:
                node.grad = 0.0
        self.grad += 1.0
        for floor in reversed(tower[1:]):
            for node in floor:
                node._backward()


def tenant(x):
    return x if isinstance(x, Value) else Value(float(x))


def tower_below(root):
    """A list of floors, each a dict of its nodes in the order in which they were met."""
    tower = [{} for _ in range(root.floor + 1)]
    tower[root.floor][root] = True
    for floor in reversed(tower):
        for node in floor:
            for below in node._prev:
                tower[below.floor][below] = True
    return tower


def build_topo(v, visited, topo):
    for floor in tower_below(v):
        topo.extend(floor)
        visited.update(floor)


def zero_grad(root):
    for floor in tower_below(root):
        for node in floor:
            node.grad = 0.0
