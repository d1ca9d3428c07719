"""Exam: reverse mode with Kahn's algorithm (a node is due when no consumer is open)."""

import math
from collections import deque


def lift(obj):
    return obj if isinstance(obj, Value) else Value(float(obj))


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self._prev = list(_prev)
        self._backward = _backward
        self.grad = 0.0

    def __add__(self, rhs):
        rhs = lift(rhs)

        def rule(g):
            self.grad += g
            rhs.grad += g
        return Value(self.data + rhs.data, [self, rhs], rule)

    def __sub__(self, rhs):
        rhs = lift(rhs)

        def rule(g):
            self.grad += g
            rhs.grad -= g
        return Value(self.data - rhs.data, [self, rhs], rule)

    def __mul__(self, rhs):
        rhs = lift(rhs)

        def rule(g):
            self.grad += g * rhs.data
            rhs.grad += g * self.data
        return Value(self.data * rhs.data, [self, rhs], rule)

    def __truediv__(self, rhs):
        rhs = lift(rhs)

        def rule(g):
            self.grad += g / rhs.data
            rhs.grad -= g * self.data / rhs.data ** 2
        return Value(self.data / rhs.data, [self, rhs], rule)

    def __pow__(self, n):
        def rule(g):
            slope = 0.0 if n == 0 else n * self.data ** (n - 1)
            self.grad += g * slope
        return Value(self.data ** n, [self], rule)

    def __neg__(self):
        def rule(g):
            self.grad -= g
        return Value(-self.data, [self], rule)

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1 - t) * (1 + t)
        return Value(t, [self], rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e
        return Value(e, [self], rule)

    def relu(self):
        on = self.data > 0

        def rule(g):
            if on:
                self.grad += g
        return Value(self.data if on else 0.0, [self], rule)

    def __radd__(self, lhs): return lift(lhs) + self
    def __rsub__(self, lhs): return lift(lhs) - self
    def __rmul__(self, lhs): return lift(lhs) * self
    def __rtruediv__(self, lhs): return lift(lhs) / self

    def backward(self):
        if not self._prev:
            self.grad += 1.0
            return
        nodes = reachable(self)
        open_consumers = dict.fromkeys(nodes, 0)
        for node in nodes:
            for source in node._prev:
                open_consumers[source] += 1
            if node._prev and node is not self:
                node.grad = 0.0
        self.grad = self.grad or 1.0
        due = deque([self])
        while due:
            node = due.popleft()
            if node._backward is not None:
                node._backward(node.grad)
            for source in node._prev:
                open_consumers[source] -= 1
                if open_consumers[source] == 0:
                    due.append(source)


def reachable(root):
    found, queue = {root: None}, deque([root])
    while queue:
        for source in queue.popleft()._prev:
            if source not in found:
                found[source] = None
                queue.append(source)
    return list(found)


def build_topo(v, visited, topo):
    nodes = reachable(v)
    missing = {}
    consumers = {node: [] for node in nodes}
    for node in nodes:
        missing[node] = len(node._prev)
        for source in node._prev:
            consumers[source].append(node)
    due = deque(node for node in nodes if missing[node] == 0)
    while due:
        node = due.popleft()
        visited.add(node)
        topo.append(node)
        for consumer in consumers[node]:
            missing[consumer] -= 1
            if missing[consumer] == 0:
                due.append(consumer)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
