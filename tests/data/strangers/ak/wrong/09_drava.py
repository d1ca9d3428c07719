"""A tape: operations are written down in the order in which they happen.

Read from its end, the tape is a backward order, so that nothing has to be sorted.
"""

import math
from collections import deque

TAPE = deque(maxlen=1 << 16)


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._rule = None

    def _backward(self):
        if self._rule:
            self._rule(self.grad)

    def backward(self):
        if not self._prev:
            self.grad += 1.0
            return
        wanted = {self}
        left = 1
        self.grad = 1.0
        for node in reversed(TAPE):
            if node not in wanted:
                continue
            for source in node._prev:
                if source._prev and source not in wanted:
                    source.grad = 0.0
                    wanted.add(source)
                    left += 1
            node._backward()
            left -= 1
            if left == 0:
                break

    def __add__(self, other):
        other = lift(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return record(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = lift(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return record(self.data * other.data, (self, other), rule)

    def __sub__(self, other):
        other = lift(other)

        def rule(g):
            self.grad += g
            other.grad -= g

        return record(self.data - other.data, (self, other), rule)

    def __truediv__(self, other):
        other = lift(other)

        def rule(g):
            self.grad += g / other.data
            other.grad -= g * self.data / other.data / other.data

        return record(self.data / other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)

        return record(self.data**n, (self,), rule)

    def __neg__(self):
        def rule(g):
            self.grad -= g

        return record(-self.data, (self,), rule)

    def __radd__(self, other):
        return lift(other) + self

    def __rmul__(self, other):
        return lift(other) * self

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1.0 - t * t)

        return record(t, (self,), rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return record(e, (self,), rule)

    def relu(self):
        keep = self.data > 0

        def rule(g):
            if keep:
                self.grad += g

        return record(self.data if keep else 0.0, (self,), rule)


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def record(data, sources, rule):
    node = Value(data)
    node._prev = sources
    node._rule = rule
    TAPE.append(node)
    return node


def build_topo(v, visited, topo):
    todo = [(v, True)]
    while todo:
        node, first = todo.pop()
        if not first:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            todo.append((node, False))
            for source in node._prev:
                todo.append((source, True))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
