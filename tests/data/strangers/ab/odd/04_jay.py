"""Every node has a birthday, and nobody is born before its inputs.

So no graph has to be put in order: a heap that always hands out the youngest node that has
been reached is a backward order by itself.
"""

import heapq
import math
from itertools import count

_calendar = count(1)


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "born")

    def __init__(self, data, *pairs):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(node for node, _ in pairs)
        self._backward = tuple(slope for _, slope in pairs)
        self.born = next(_calendar)

    def __repr__(self):
        return f"Value({self.data}, born {self.born})"

    def __add__(self, other):
        other = guest(other)
        return Value(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = guest(other)
        return Value(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = guest(other)
        return Value(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = guest(other)
        ratio = self.data / other.data
        return Value(ratio, (self, 1.0 / other.data), (other, -ratio / other.data))

    def __radd__(self, other):
        return guest(other).__add__(self)

    def __rsub__(self, other):
        return guest(other).__sub__(self)

    def __rmul__(self, other):
        return guest(other).__mul__(self)

    def __rtruediv__(self, other):
        return guest(other).__truediv__(self)

    def __neg__(self):
        return Value(-self.data, (self, -1.0))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self, 0.0))
        return Value(self.data**n, (self, n * self.data ** (n - 1)))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, e))

    def relu(self):
        return Value(self.data, (self, 1.0)) if self.data > 0 else Value(0.0, (self, 0.0))

    def backward(self):
        """Whoever comes out of the heap has got all of its gradient: it is handed on at once."""
        if self._prev:
            self.grad = 0.0
        self.grad += 1.0
        met = {self}
        heap = [(-self.born, self)]
        while heap:
            _, node = heapq.heappop(heap)
            for child, slope in zip(node._prev, node._backward):
                if child not in met:
                    met.add(child)
                    heapq.heappush(heap, (-child.born, child))
                    if child._prev:
                        child.grad = 0.0
                child.grad += slope * node.grad


def guest(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    visited.add(v)
    found = [v]
    for node in found:
        news = set(node._prev) - visited
        visited |= news
        found += news
    topo += sorted(found, key=lambda node: node.born)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
