"""Exercise 13 with the consumer counts of exercise 12."""

import math
from collections import Counter, deque


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def _then(self, rule):
        self._backward = rule
        return self

    # -- operators

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return Value(self.data + other.data, (self, other), "+")._then(rule)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return Value(self.data * other.data, (self, other), "*")._then(rule)

    def __neg__(self):
        def rule(g):
            self.grad -= g

        return Value(-self.data, (self,), "neg")._then(rule)

    def __pow__(self, n):
        def rule(g):
            self.grad += g * n * self.data ** (n - 1) if n else 0.0

        return Value(self.data**n, (self,), "**")._then(rule)

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self * other**-1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other

    # -- functions

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1.0 - t**2)

        return Value(t, (self,), "tanh")._then(rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return Value(e, (self,), "exp")._then(rule)

    def relu(self):
        def rule(g):
            self.grad += g * (self.data > 0.0)

        return Value(self.data if self.data > 0.0 else 0.0, (self,), "relu")._then(rule)

    def backward(self):
        order = _consumers_first(self)
        for node in order:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            if node._backward is not None:
                node._backward(node.grad)


def _count_consumers(root):
    waiting = Counter()
    seen = {root}
    queue = deque([root])
    while queue:
        node = queue.popleft()
        for child in set(node._prev):
            waiting[child] += 1
            if child not in seen:
                seen.add(child)
                queue.append(child)
    return waiting


def _consumers_first(root):
    waiting = _count_consumers(root)
    order = []
    ready = deque([root])
    while ready:
        node = ready.popleft()
        order.append(node)
        for child in node._prev:
            waiting[child] -= 1
            if waiting[child] == 0:
                ready.append(child)
    return order


def build_topo(v, visited, topo):
    topo += reversed(_consumers_first(v))
    visited |= set(topo)


def zero_grad(root):
    for node in _consumers_first(root):
        node.grad = 0.0
