"""Rank of a node: the longest way up from the leaves. backward() takes nodes from a heap,
highest rank first; contributions wait in the heap's own book until their node is taken."""

import heapq
import math
from itertools import count

_number = count().__next__


class Value:
    def __init__(self, data, *steps):
        self.data = data
        self.grad = 0.0
        self._steps = steps  # pairs (input, slope)
        self._rank = (-1 - max((node._rank[0] * -1 for node, _ in steps), default=-1), _number())

    @property
    def _prev(self):
        return tuple(node for node, _ in self._steps)

    def _backward(self, gradient):
        for node, slope in self._steps:
            yield node, slope * gradient

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad}, rank={-self._rank[0]})"

    def __add__(self, other):
        other = _v(other)
        return Value(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        other = _v(other)
        return Value(self.data * other.data, (self, other.data), (other, self.data))

    def __neg__(self):
        return Value(-self.data, (self, -1.0))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self, 0.0))
        return Value(self.data**n, (self, n * self.data ** (n - 1)))

    def __sub__(self, other):
        return self + -_v(other)

    def __truediv__(self, other):
        return self * _v(other) ** -1

    def __radd__(self, other):
        return _v(other) + self

    def __rmul__(self, other):
        return _v(other) * self

    def __rsub__(self, other):
        return _v(other) - self

    def __rtruediv__(self, other):
        return _v(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, e))

    def relu(self):
        return Value(self.data, (self, 1.0)) if self.data > 0 else Value(0.0, (self, 0.0))

    def backward(self):
        book = {self._rank: [self, 1.0]}
        heap = [self._rank]
        while heap:
            node, gradient = book.pop(heapq.heappop(heap))
            node.grad = gradient if node._steps else node.grad + gradient
            for below, part in node._backward(gradient):
                if below._rank in book:
                    book[below._rank][1] += part
                else:
                    book[below._rank] = [below, part]
                    heapq.heappush(heap, below._rank)


def _v(x):
    return x if isinstance(x, Value) else Value(float(x))


def _family(root):
    nodes = {root._rank: root}
    edge = [root]
    while edge:
        edge = list({n._rank: n for m in edge for n in m._prev if n._rank not in nodes}.values())
        nodes.update((n._rank, n) for n in edge)
    return nodes


def build_topo(v, visited, topo):
    nodes = _family(v)
    for rank in sorted(nodes, reverse=True):
        topo.append(nodes[rank])


def zero_grad(root):
    for node in _family(root).values():
        node.grad = 0.0
