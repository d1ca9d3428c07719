"""Few primitives (plus, times, reciprocal, power, exp, tanh, relu), the rest is put together
from them, small whole powers by repeated squaring. The walk is written recursively, as
generators, but a trampoline runs it, so nothing calls itself. Nodes are restarted lazily:
each run has its own token, and an inner node that does not carry it starts anew."""

import math
from typing import NamedTuple


class Edge(NamedTuple):
    source: "Value"
    slope: float


class Value:
    def __init__(self, data, *edges):
        self.data = data
        self.grad = 0.0
        self._edges = edges
        self._token = None

    @property
    def _prev(self):
        return [edge.source for edge in self._edges]

    def _backward(self, token=None):
        for source, slope in self._edges:
            source._add(slope * self.grad, token)

    def _add(self, amount, token):
        if self._edges and self._token is not token:
            self._token = token
            self.grad = 0.0
        self.grad += amount

    # primitives

    def __add__(self, other):
        other = node(other)
        return Value(self.data + other.data, Edge(self, 1.0), Edge(other, 1.0))

    def __mul__(self, other):
        other = node(other)
        return Value(self.data * other.data, Edge(self, other.data), Edge(other, self.data))

    def _reciprocal(self):
        r = 1.0 / self.data
        return Value(r, Edge(self, -r * r))

    def _power(self, n):
        return Value(self.data**n, Edge(self, n * self.data ** (n - 1)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, Edge(self, e))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, Edge(self, 1.0 - t * t))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, Edge(self, 1.0 if on else 0.0))

    # put together

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -node(other)

    def __truediv__(self, other):
        return self * node(other)._reciprocal()

    def __radd__(self, other):
        return node(other) + self

    def __rsub__(self, other):
        return node(other) - self

    def __rmul__(self, other):
        return node(other) * self

    def __rtruediv__(self, other):
        return node(other) / self

    def __pow__(self, n):
        if n != int(n) or abs(n) > 8:
            return self._power(n)
        if n == 0:
            return Value(1.0, Edge(self, 0.0))
        if n < 0:
            return (self ** -n)._reciprocal()
        square, result, k = self, None, int(n)
        while True:
            if k & 1:
                result = square * 1.0 if result is None else result * square
            k >>= 1
            if not k:
                return result
            square = square * square

    # gradients

    def backward(self):
        token = object()
        order = trampoline(walk, self)
        self._add(1.0, token)
        for v in reversed(order):
            v._backward(token)


def node(x):
    return x if isinstance(x, Value) else Value(x)


def walk(v, visited, order):
    """What one would write with recursion; `yield` stands for the call."""
    visited.add(v)
    for source, _ in v._edges:
        if source not in visited:
            yield source
    order.append(v)


def trampoline(walker, root):
    visited, order = set(), []
    calls = [walker(root, visited, order)]
    while calls:
        for wanted in calls[-1]:
            calls.append(walker(wanted, visited, order))
            break
        else:
            calls.pop()
    return order


def build_topo(v, visited, topo):
    topo.extend(trampoline(walk, v))


def zero_grad(root):
    for v in trampoline(walk, root):
        v.grad = 0.0
