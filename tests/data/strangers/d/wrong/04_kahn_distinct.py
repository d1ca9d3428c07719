"""Topological order by counting: a node is ready when all of its consumers have run."""
from collections import deque
from math import exp as _exp, tanh as _tanh


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward")

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = []
        self._backward = None

    @staticmethod
    def _result(data, inputs, rule):
        out = Value(data)
        out._prev = inputs
        out._backward = rule
        return out

    @staticmethod
    def _of(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value._of(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return Value._result(self.data + other.data, [self, other], rule)

    def __sub__(self, other):
        other = Value._of(other)

        def rule(g):
            self.grad += g
            other.grad -= g

        return Value._result(self.data - other.data, [self, other], rule)

    def __mul__(self, other):
        other = Value._of(other)
        x, y = self.data, other.data

        def rule(g):
            self.grad += g * y
            other.grad += g * x

        return Value._result(x * y, [self, other], rule)

    def __truediv__(self, other):
        other = Value._of(other)
        x, y = self.data, other.data

        def rule(g):
            self.grad += g / y
            other.grad -= g * x / (y * y)

        return Value._result(x / y, [self, other], rule)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0

        def rule(g):
            self.grad += g * slope

        return Value._result(self.data**n, [self], rule)

    def __neg__(self):
        def rule(g):
            self.grad -= g

        return Value._result(-self.data, [self], rule)

    def __radd__(self, other):
        return Value._of(other) + self

    def __rsub__(self, other):
        return Value._of(other) - self

    def __rmul__(self, other):
        return Value._of(other) * self

    def __rtruediv__(self, other):
        return Value._of(other) / self

    def tanh(self):
        t = _tanh(self.data)

        def rule(g):
            self.grad += g * (1 - t * t)

        return Value._result(t, [self], rule)

    def exp(self):
        e = _exp(self.data)

        def rule(g):
            self.grad += g * e

        return Value._result(e, [self], rule)

    def relu(self):
        positive = self.data > 0

        def rule(g):
            if positive:
                self.grad += g

        return Value._result(self.data if positive else 0.0, [self], rule)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._backward is not None:
                node._backward(node.grad)


def build_topo(v, visited, topo):
    consumers = {v: 0}
    queue = deque([v])
    while queue:
        node = queue.popleft()
        if node in visited:
            continue
        visited.add(node)
        for p in set(node._prev):
            consumers[p] = consumers.get(p, 0) + 1
            queue.append(p)
    ready = [v]
    order = []
    while ready:
        node = ready.pop()
        order.append(node)
        for p in node._prev:
            consumers[p] -= 1
            if consumers[p] == 0:
                ready.append(p)
    topo.extend(reversed(order))


def zero_grad(root):
    seen, queue = {root}, deque([root])
    while queue:
        node = queue.popleft()
        node.grad = 0.0
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                queue.append(p)
