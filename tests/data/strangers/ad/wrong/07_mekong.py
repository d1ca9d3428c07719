"""Inputs and slopes in one dictionary."""

import math


class Bottom:
    def __init__(self, root):
        self.root = root

    def __iter__(self):
        met, stack = set(), [(self.root, True)]
        while stack:
            node, first = stack.pop()
            if not first:
                yield node
            elif node not in met:
                met.add(node)
                stack.append((node, False))
                for source in node._links:
                    stack.append((source, True))


class Value:
    def __init__(self, data, **share):
        self.data = data
        self.grad = 0.0
        self._links = {}

    @property
    def _prev(self):
        return set(self._links)

    def _link(self, node, slope):
        if isinstance(node, Value):
            self._links[node] = self._links.get(node, 0.0) + slope
        return self

    def _backward(self):
        for node, slope in self._links.items():
            node.grad += slope * self.grad

    def __add__(self, other):
        return Value(self.data + number(other))._link(self, 1.0)._link(other, 1.0)

    def __sub__(self, other):
        return Value(self.data - number(other))._link(self, 1.0)._link(other, -1.0)

    def __rsub__(self, other):
        return Value(number(other) - self.data)._link(self, -1.0)

    def __mul__(self, other):
        x, y = self.data, number(other)
        return Value(x * y)._link(self, y)._link(other, x)

    def __truediv__(self, other):
        x, y = self.data, number(other)
        return Value(x / y)._link(self, 1 / y)._link(other, -x / y / y)

    def __rtruediv__(self, other):
        x, y = number(other), self.data
        return Value(x / y)._link(self, -x / y / y)

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return Value(-self.data)._link(self, -1.0)

    def __pow__(self, n):
        return Value(self.data**n)._link(self, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data) if abs(self.data) < 5 else math.copysign(1, self.data)
        return Value(t)._link(self, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value(e)._link(self, e)

    def relu(self):
        return Value(max(0.0, self.data))._link(self, 1.0 if self.data > 0 else 0.0)

    def backward(self):
        order = [node for node in Bottom(self)]
        for node in order:
            if node._links:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def number(x):
    return x.data if isinstance(x, Value) else x


def build_topo(v, visited, topo):
    topo.extend(Bottom(v))


def zero_grad(root):
    for node in Bottom(root):
        node.grad = 0.0
