import math
from heapq import heappop, heappush
from itertools import count


def rank_above(inputs):
    """Leaves have rank 0, everything else stands above its inputs."""
    rank = 0
    for node in inputs:
        rank = node._rank + 1
    return rank


def from_the_top(root):
    """All nodes under the root, the highest ranks first."""
    ticket = count()
    heap = [(-root._rank, next(ticket), root)]
    known = {id(root)}
    while heap:
        node = heappop(heap)[-1]
        yield node
        for p in node._prev:
            if id(p) not in known:
                known.add(id(p))
                heappush(heap, (-p._rank, next(ticket), p))


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward = _backward
        self._rank = rank_above(self._prev)

    def __repr__(self):
        return f"Value({self.data})"

    @staticmethod
    def of(x):
        if isinstance(x, Value):
            return x
        return Value(x)

    def __add__(self, other):
        a, b = self, Value.of(other)

        def rule(g):
            a.grad += g
            b.grad += g

        return Value(a.data + b.data, (a, b), rule)

    def __mul__(self, other):
        a, b = self, Value.of(other)

        def rule(g):
            a.grad += g * b.data
            b.grad += g * a.data

        return Value(a.data * b.data, (a, b), rule)

    def __pow__(self, n):
        a = self

        def rule(g):
            a.grad += g * n * a.data ** (n - 1) if n else 0.0

        return Value(a.data**n, (a,), rule)

    def tanh(self):
        a, t = self, math.tanh(self.data)

        def rule(g):
            a.grad += g * (1.0 - t) * (1.0 + t)

        return Value(t, (a,), rule)

    def exp(self):
        a, e = self, math.exp(self.data)

        def rule(g):
            a.grad += g * e

        return Value(e, (a,), rule)

    def relu(self):
        a, positive = self, self.data > 0

        def rule(g):
            a.grad += g * positive

        return Value(a.data * positive, (a,), rule)

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -Value.of(other)

    def __truediv__(self, other):
        return self * Value.of(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return self**-1 * other

    def backward(self):
        todo = [node for node in from_the_top(self) if node._prev]
        for node in todo:
            node.grad = 0.0
        if todo:
            self.grad = 1.0
        else:
            self.grad += 1.0
        for node in todo:
            node._backward(node.grad)


def build_topo(v, visited, topo):
    found = list(from_the_top(v))
    visited.update(found)
    topo.extend(found[::-1])


def zero_grad(root):
    for node in from_the_top(root):
        node.grad = 0.0
