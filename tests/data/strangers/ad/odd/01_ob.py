"""Edges carry slopes; the gradients of one call live in a ledger of that call."""

import math


class Value:
    def __init__(self, data, edges=()):
        self.data = float(data)
        self.grad = 0.0
        self._edges = tuple(edges)
        self._prev = tuple(node for node, _ in self._edges)

    def _backward(self, ledger=None):
        for node, slope in self._edges:
            if ledger is None:
                node.grad += slope * self.grad
            else:
                ledger[node] = ledger.get(node, 0.0) + slope * ledger[self]

    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])
        return Value(self.data + other, [(self, 1.0)])

    def __sub__(self, other):
        if isinstance(other, Value):
            return Value(self.data - other.data, [(self, 1.0), (other, -1.0)])
        return Value(self.data - other, [(self, 1.0)])

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data, [(self, other.data), (other, self.data)])
        return Value(self.data * other, [(self, other)])

    def __truediv__(self, other):
        if isinstance(other, Value):
            ratio = self.data / other.data
            return Value(ratio, [(self, 1.0 / other.data), (other, -ratio / other.data)])
        return Value(self.data / other, [(self, 1.0 / other)])

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return Value(other - self.data, [(self, -1.0)])

    def __rtruediv__(self, other):
        ratio = other / self.data
        return Value(ratio, [(self, -ratio / self.data)])

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, [(self, slope)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def relu(self):
        return Value(self.data, [(self, 1.0)]) if self.data > 0 else Value(0.0, [(self, 0.0)])

    def backward(self):
        open_edges = count_edges(self)
        ledger = {self: 1.0}
        ready = [self]
        while ready:
            node = ready.pop()
            node._backward(ledger)
            for source in node._prev:
                open_edges[source] -= 1
                if open_edges[source] == 0:
                    ready.append(source)
        for node, amount in ledger.items():
            node.grad = amount if node._prev else node.grad + amount


def count_edges(root):
    counts = {root: 0}
    frontier = [root]
    while frontier:
        for source in frontier.pop()._prev:
            if source not in counts:
                counts[source] = 0
                frontier.append(source)
            counts[source] += 1
    return counts


def build_topo(v, visited, topo):
    open_edges = count_edges(v)
    ready, backwards = [v], []
    while ready:
        node = ready.pop()
        backwards.append(node)
        for source in node._prev:
            open_edges[source] -= 1
            if open_edges[source] == 0:
                ready.append(source)
    topo.extend(reversed(backwards))


def zero_grad(root):
    for node in count_edges(root):
        node.grad = 0.0
