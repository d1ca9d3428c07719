"""Inputs are a set; slopes for the same input are added up beforehand. Consumers are counted."""

import math
from collections import Counter, deque


class Value:
    def __init__(self, data, *pairs):
        self.data = data
        self.grad = 0.0
        self._slopes = {}
        for node, slope in pairs:
            self._slopes[node] = self._slopes.get(node, 0.0) + slope
        self._prev = set(self._slopes)

    def _backward(self):
        for node, slope in self._slopes.items():
            node.grad += slope * self.grad

    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, (self, 1.0), (other, 1.0))
        return Value(self.data + other, (self, 1.0))

    def __sub__(self, other):
        if isinstance(other, Value):
            return Value(self.data - other.data, (self, 1.0), (other, -1.0))
        return Value(self.data - other, (self, 1.0))

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data, (self, other.data), (other, self.data))
        return Value(self.data * other, (self, other))

    def __truediv__(self, other):
        if isinstance(other, Value):
            y = self.data / other.data
            return Value(y, (self, 1 / other.data), (other, -y / other.data))
        return Value(self.data / other, (self, 1 / other))

    def __rsub__(self, k):
        return Value(k - self.data, (self, -1.0))

    def __rtruediv__(self, k):
        return Value(k / self.data, (self, -k / self.data / self.data))

    def __neg__(self):
        return Value(-self.data, (self, -1.0))

    def __pow__(self, n):
        return Value(self.data**n, (self, n * self.data ** (n - 1) if n else 0.0))

    __radd__, __rmul__ = __add__, __mul__

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self, 1 - y * y))

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self, y))

    def relu(self):
        return Value(self.data, (self, 1.0)) if self.data > 0 else Value(0.0, (self, 0.0))

    def consumers_first(self):
        nodes = [self]
        waits = Counter({self: 0})
        for node in nodes:
            for source in node._prev:
                if source not in waits:
                    nodes.append(source)
                waits[source] += 1
        ready = deque([self])
        while ready:
            node = ready.popleft()
            yield node
            for source in node._prev:
                waits[source] -= 1
                if waits[source] == 0:
                    ready.append(source)

    def backward(self):
        order = list(self.consumers_first())
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()

    def zero_grad(self):
        for node in self.consumers_first():
            node.grad = 0.0


def build_topo(v, visited, topo):
    topo[:] = reversed(list(v.consumers_first()))
