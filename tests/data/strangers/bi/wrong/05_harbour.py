"""Nodes are numbered when they are made; inputs are always older than their consumers."""

import math


class Numbering:
    last = 0

    @classmethod
    def draw(cls):
        cls.last += 1
        return cls.last

    @classmethod
    def rewind(cls):
        cls.last = 0


def family(root):
    """All nodes that can be reached from root."""
    found = {root}
    front = [root]
    while front:
        node = front.pop()
        for source in node._prev:
            if source not in found:
                found.add(source)
                front.append(source)
    return found


def age(node):
    return node._number


class Value:
    def __init__(self, data, _prev=(), _slopes=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self._number = Numbering.draw()

    def _backward(self):
        if self._slopes:
            for source, slope in zip(self._prev, self._slopes()):
                source.grad += self.grad * slope

    def backward(self):
        nodes = sorted(family(self), key=age, reverse=True)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            node._backward()

    def _with(self, other):
        return other if isinstance(other, Value) else Value(float(other))

    def __add__(self, other):
        other = self._with(other)
        return Value(self.data + other.data, (self, other), lambda: (1.0, 1.0))

    def __radd__(self, other):
        return self._with(other) + self

    def __sub__(self, other):
        other = self._with(other)
        return Value(self.data - other.data, (self, other), lambda: (1.0, -1.0))

    def __rsub__(self, other):
        return self._with(other) - self

    def __mul__(self, other):
        other = self._with(other)
        return Value(self.data * other.data, (self, other), lambda: (other.data, self.data))

    def __rmul__(self, other):
        return self._with(other) * self

    def __truediv__(self, other):
        other = self._with(other)
        q = self.data / other.data
        return Value(q, (self, other), lambda: (1.0 / other.data, -q / other.data))

    def __rtruediv__(self, other):
        return self._with(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), lambda: (-1.0,))

    def __pow__(self, n):
        return Value(
            self.data**n, (self,), lambda: (0.0 if n == 0 else n * self.data ** (n - 1),)
        )

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda: ((1.0 - t) * (1.0 + t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda: (e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), lambda: (float(on),))


def build_topo(v, visited, topo):
    topo.extend(sorted(family(v), key=age))
    visited.update(topo)


def zero_grad(root):
    for node in family(root):
        node.grad = 0.0
    Numbering.rewind()
