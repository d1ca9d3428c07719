"""The gradient is a property over a cell of its own; rules write into cells."""

import math
import collections


class Cell:
    def __init__(self):
        self.total = 0.0

    def clear(self):
        self.total = 0.0

    def take(self, amount):
        self.total += amount


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self._prev = list(_prev)
        self._slopes = list(_slopes)
        self._cell = Cell()

    @property
    def grad(self):
        return self._cell.total

    @grad.setter
    def grad(self, amount):
        self._cell.clear()
        self._cell.take(amount)

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node._cell.take(slope * self._cell.total)

    def __add__(self, other):
        other = node_of(other)
        return Value(self.data + other.data, [self, other], [1.0, 1.0])

    def __sub__(self, other):
        other = node_of(other)
        return Value(self.data - other.data, [self, other], [1.0, -1.0])

    def __mul__(self, other):
        other = node_of(other)
        return Value(self.data * other.data, [self, other], [other.data, self.data])

    def __truediv__(self, other):
        other = node_of(other)
        over = 1.0 / other.data
        return Value(self.data / other.data, [self, other], [over, -self.data * over * over])

    def __radd__(self, other):
        return node_of(other) + self

    def __rsub__(self, other):
        return node_of(other) - self

    def __rmul__(self, other):
        return node_of(other) * self

    def __rtruediv__(self, other):
        return node_of(other) / self

    def __neg__(self):
        return Value(-self.data, [self], [-1.0])

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, [self], [0.0])
        return Value(self.data**n, [self], [n * self.data ** (n - 1)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], [1 - t * t])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], [e])

    def relu(self):
        return Value(self.data * (self.data > 0), [self], [float(self.data > 0)])

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node._cell.clear()
        self._cell.take(1.0)
        for node in reversed(order):
            node._backward()


def node_of(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    uses = collections.Counter()
    found = [v]
    uses[v] = 0
    for node in found:
        for source in node._prev:
            if source not in uses:
                found.append(source)
            uses[source] += 1
    ready = collections.deque([v])
    turned = collections.deque()
    while ready:
        node = ready.popleft()
        turned.appendleft(node)
        for source in node._prev:
            uses[source] -= 1
            if not uses[source]:
                ready.append(source)
    topo.extend(turned)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node._cell.clear()
