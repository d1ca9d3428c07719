"""An engine in which a node keeps the contributions it gets apart."""

import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = float(data)
        self._parts = []
        self._prev = _prev
        self._backward = lambda: None

    @property
    def grad(self):
        return sum(self._parts, 0.0)

    @grad.setter
    def grad(self, number):
        if number:
            self._parts = [float(number)]

    def _receive(self, contribution):
        self._parts.append(contribution)

    def _forget(self):
        self._parts.clear()

    def _from(self, inputs, slopes):
        """Make this node the result of `inputs`."""
        self._prev = inputs

        def rule():
            g = self.grad
            for node, slope in zip(inputs, slopes):
                node._receive(slope * g)

        self._backward = rule
        return self

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data)._from((self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data)._from((self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data)._from((self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = as_value(other)
        ratio = self.data / other.data
        return Value(ratio)._from((self, other), (1 / other.data, -ratio / other.data))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n)._from((self,), (slope,))

    def __neg__(self):
        return Value(-self.data)._from((self,), (-1.0,))

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t)._from((self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e)._from((self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data)._from((self,), (1.0,))
        return Value(0.0)._from((self,), (0.0,))

    def backward(self):
        topo = sorted_nodes(self)
        for node in topo:
            if node._prev:
                node._forget()
        self._receive(1.0)
        for node in reversed(topo):
            node._backward()
        for node in topo:
            node._parts = [node.grad]


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def sorted_nodes(root):
    topo = []
    build_topo(root, set(), topo)
    return topo


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, k = stack.pop()
        if k == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, k + 1))
        child = node._prev[k]
        if child not in visited:
            visited.add(child)
            stack.append((child, 0))


def zero_grad(root):
    for node in sorted_nodes(root):
        node._forget()
