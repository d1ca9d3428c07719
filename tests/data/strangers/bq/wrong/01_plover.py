"""Engine for exercise 13. Every node draws a ticket when it is made; backward works from
the highest ticket down, so no node comes before one of its consumers."""

import heapq
import itertools
import math

tickets = itertools.count(1)


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self._ticket = next(tickets)

    def __repr__(self):
        return f"Value({self.data!r}, grad={self.grad!r})"

    def _backward(self):
        g = self.grad
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * g

    # operators -------------------------------------------------------------

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __truediv__(self, other):
        other = as_value(other)
        quotient = self.data / other.data
        return Value(quotient, (self, other), (1.0 / other.data, -quotient / other.data))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), (slope,))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return as_value(other) - self

    def __rtruediv__(self, other):
        return as_value(other) / self

    # functions -------------------------------------------------------------

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), (1.0 if on else 0.0,))

    # the pass --------------------------------------------------------------

    def backward(self):
        for node in reachable(self):
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        queue = [(-self._ticket, self)]
        while queue:
            node = heapq.heappop(queue)[1]
            for below in set(node._prev):
                if below._prev and below.grad == 0.0:
                    heapq.heappush(queue, (-below._ticket, below))
            node._backward()


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def reachable(root):
    found = {root}
    todo = [root]
    while todo:
        for node in todo.pop()._prev:
            if node not in found:
                found.add(node)
                todo.append(node)
    return found


def build_topo(v, visited, topo):
    visited |= reachable(v)
    topo.extend(sorted(visited, key=lambda node: node._ticket))


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
