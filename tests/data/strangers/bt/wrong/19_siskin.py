"""My engine for exercise 13. The deepest node is always next: a heap keeps them in order."""

import heapq
import math
from itertools import count

serial = count()


class Value:

    def __init__(self, data, _prev=(), _local=()):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._local = tuple(_local)
        self.level = 1 + max((p.level for p in self._prev), default=-1)
        self.number = next(serial)

    def __repr__(self):
        return f"<{self.data:.4g} level {self.level}>"

    def _backward(self, g):
        """What each input gets if this node has the gradient g."""
        return [(p, d * g) for p, d in zip(self._prev, self._local)]

    def _entry(self):
        return (-self.level, self.number, self)

    def backward(self):
        amount = {self: 1.0}
        heap = [self._entry()]
        while heap:
            node = heapq.heappop(heap)[-1]
            g = amount[node]
            if node._prev:
                node.grad = g
            else:
                node.grad += g
            for p, part in node._backward(g):
                if not amount.get(p):
                    heapq.heappush(heap, p._entry())
                amount[p] = amount.get(p, 0.0) + part

    def __add__(self, other):
        other = node_of(other)
        return Value(self.data + other.data, [self, other], [1.0, 1.0])

    def __mul__(self, other):
        other = node_of(other)
        return Value(self.data * other.data, [self, other], [other.data, self.data])

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, [self], [0.0])
        return Value(self.data**n, [self], [n * self.data ** (n - 1)])

    def __neg__(self):
        return Value(-self.data, [self], [-1.0])

    def __sub__(self, other):
        return difference(self, node_of(other))

    def __rsub__(self, other):
        return difference(node_of(other), self)

    def __truediv__(self, other):
        return quotient(self, node_of(other))

    def __rtruediv__(self, other):
        return quotient(node_of(other), self)

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, [self], [(1 - y) * (1 + y)])

    def exp(self):
        y = math.exp(self.data)
        return Value(y, [self], [y])

    def relu(self):
        return Value(max(self.data, 0.0), [self], [float(self.data > 0)])


def node_of(x):
    return x if isinstance(x, Value) else Value(float(x))


def difference(x, y):
    return Value(x.data - y.data, [x, y], [1.0, -1.0])


def quotient(x, y):
    q = x.data / y.data
    return Value(q, [x, y], [1 / y.data, -q / y.data])


def reachable(root):
    found = {root}
    stack = [root]
    while stack:
        for p in stack.pop()._prev:
            if p not in found:
                found.add(p)
                stack.append(p)
    return found


def build_topo(v, visited, topo):
    nodes = reachable(v)
    visited |= nodes
    topo += sorted(nodes, key=lambda node: (node.level, node.number))


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
