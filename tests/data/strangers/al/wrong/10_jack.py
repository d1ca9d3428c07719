"""Nodes know how high they stand above the leaves; backward walks down by level."""

import heapq
import math
from itertools import count

_number = count()


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self._level = 1 + _prev[0]._level if _prev else 0
        self._number = next(_number)

    def _backward(self):
        for p, slope in zip(self._prev, self._slopes):
            p.grad += slope * self.grad

    def backward(self):
        for node in nodes_of(self):
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in downwards(self):
            node._backward()

    def __add__(self, other):
        other = to_value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __radd__(self, other):
        return to_value(other) + self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __sub__(self, other):
        other = to_value(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __rsub__(self, other):
        return to_value(other) - self

    def __mul__(self, other):
        other = to_value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __rmul__(self, other):
        return to_value(other) * self

    def __truediv__(self, other):
        other = to_value(other)
        inverse = 1.0 / other.data
        slopes = (inverse, -self.data * inverse * inverse)
        return Value(self.data / other.data, (self, other), slopes)

    def __rtruediv__(self, other):
        return to_value(other) / self

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self,), (y,))

    def relu(self):
        positive = self.data > 0
        return Value(self.data if positive else 0.0, (self,), (1.0 if positive else 0.0,))


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


def downwards(root):
    """Highest level first."""
    heap = [(-root._level, root._number, root)]
    seen = {root}
    while heap:
        _, _, node = heapq.heappop(heap)
        yield node
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                heapq.heappush(heap, (-p._level, p._number, p))


def nodes_of(root):
    seen = {root}
    todo = [root]
    for node in todo:
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                todo.append(p)
    return todo


def build_topo(v, visited, topo):
    topo.extend(sorted(nodes_of(v), key=lambda node: node._level))
    visited.update(topo)


def zero_grad(root):
    for node in nodes_of(root):
        node.grad = 0.0
