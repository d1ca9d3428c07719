"""Stores of gradient."""

import math
import collections


class Store:
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
        self._cell = Store()

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
        other = as_node(other)
        return Value(self.data + other.data, [self, other], [1.0, 1.0])

    def __sub__(self, other):
        other = as_node(other)
        return Value(self.data - other.data, [self, other], [1.0, -1.0])

    def __mul__(self, other):
        other = as_node(other)
        return Value(self.data * other.data, [self, other], [other.data, self.data])

    def __truediv__(self, other):
        other = as_node(other)
        over = 1.0 / other.data
        return Value(self.data / other.data, [self, other], [over, -self.data * over * over])

    def __radd__(self, other):
        return as_node(other) + self

    def __rsub__(self, other):
        return as_node(other) - self

    def __rmul__(self, other):
        return as_node(other) * self

    def __rtruediv__(self, other):
        return as_node(other) / self

    def __neg__(self):
        return Value(-self.data, [self], [-1.0])

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, [self], [0.0])
        power = self.data**n
        if n < 0:
            return Value(power, [self], [n * power / abs(self.data)])
        return Value(power, [self], [n * self.data ** (n - 1)])

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


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    consumers = collections.Counter()
    found = [v]
    consumers[v] = 0
    for node in found:
        for source in node._prev:
            if source not in consumers:
                found.append(source)
            consumers[source] += 1
    ready = collections.deque([v])
    backwards = collections.deque()
    while ready:
        node = ready.popleft()
        backwards.appendleft(node)
        for source in node._prev:
            consumers[source] -= 1
            if not consumers[source]:
                ready.append(source)
    topo.extend(backwards)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node._cell.clear()
