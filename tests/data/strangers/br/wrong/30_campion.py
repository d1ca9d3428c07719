"""Engine with ranks.

The rank of a leaf is 0, that of any other node is higher than the rank of each of its inputs.
So a heap that always gives the node with the highest rank gives a backward order.
"""

import math
from heapq import heappop, heappush
from itertools import count

_ticket = count()


class Value:
    __slots__ = ("data", "grad", "_prev", "_slopes", "rank", "ticket")

    def __init__(self, data, _prev=(), _slopes=(), rank=0):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self.rank = rank
        self.ticket = next(_ticket)

    def _one(self, data, slope):
        return Value(data, (self,), (slope,), self.rank + 1)

    def _two(self, other, data, slopes):
        rank = max(self.rank, self.rank) + 1
        return Value(data, (self, other), slopes, rank)

    def _backward(self):
        for inp, slope in zip(self._prev, self._slopes):
            inp.grad += slope * self.grad

    def backward(self):
        order = from_the_top(self)
        for node in order:
            if node.rank > 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()

    def __add__(self, other):
        other = node_of(other)
        return self._two(other, self.data + other.data, (1.0, 1.0))

    def __sub__(self, other):
        other = node_of(other)
        return self._two(other, self.data - other.data, (1.0, -1.0))

    def __mul__(self, other):
        other = node_of(other)
        return self._two(other, self.data * other.data, (other.data, self.data))

    def __truediv__(self, other):
        other = node_of(other)
        q = self.data / other.data
        return self._two(other, q, (1.0 / other.data, -q / other.data))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return node_of(other) - self

    def __rtruediv__(self, other):
        return node_of(other) / self

    def __neg__(self):
        return self._one(-self.data, -1.0)

    def __pow__(self, n):
        return self._one(self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._one(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._one(e, e)

    def relu(self):
        return self._one(max(self.data, 0.0), 1.0 if self.data > 0 else 0.0)


def node_of(x):
    return x if isinstance(x, Value) else Value(x)


def from_the_top(root):
    order = []
    seen = {root}
    heap = [(-root.rank, root.ticket, root)]
    while heap:
        _, _, node = heappop(heap)
        order.append(node)
        for inp in node._prev:
            if inp not in seen:
                seen.add(inp)
                heappush(heap, (-inp.rank, inp.ticket, inp))
    return order


def build_topo(v, visited, topo):
    order = from_the_top(v)
    visited.update(order)
    topo.extend(order[::-1])


def zero_grad(root):
    for node in from_the_top(root):
        node.grad = 0.0
