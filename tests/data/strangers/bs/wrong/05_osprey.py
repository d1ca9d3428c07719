"""My engine. It goes from the root to the leaves and counts consumers down (Kahn)."""

import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_slopes")

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    def _backward(self):
        for parent, slope in zip(self._prev, self._slopes):
            parent.grad += slope * self.grad

    def __add__(self, other):
        other = wrapped(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        other = wrapped(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -wrapped(other)

    def __truediv__(self, other):
        return self * wrapped(other) ** -1

    def __pow__(self, n):
        x = self.data
        if n == 0:
            slope = 0.0
        else:
            slope = n * x ** (n - 1)
        return Value(x**n, (self,), (slope,))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return wrapped(other) - self

    def __rtruediv__(self, other):
        return wrapped(other) / self

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self,), (1.0 - y * y,))

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self,), (y,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    def backward(self):
        nodes = from_root(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            node._backward()


def wrapped(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


def count_consumers(root):
    """For every node below root: the number of its consumers."""
    count = {root: 0}
    stack = [root]
    while stack:
        node = stack.pop()
        for parent in set(node._prev):
            if parent not in count:
                count[parent] = 0
                stack.append(parent)
            count[parent] += 1
    return count


def from_root(root):
    """All nodes below root, consumers first."""
    waiting = count_consumers(root)
    ready = [root]
    nodes = []
    while ready:
        node = ready.pop()
        nodes.append(node)
        for parent in node._prev:
            waiting[parent] -= 1
            if waiting[parent] == 0:
                ready.append(parent)
    return nodes


def build_topo(v, visited, topo):
    for node in reversed(from_root(v)):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in count_consumers(root):
        node.grad = 0.0
