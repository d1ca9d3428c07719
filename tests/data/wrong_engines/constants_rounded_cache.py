import math
from collections import deque


class Value:
    """Order by counting: a node's rule runs when no consumer is left to wait for."""

    def __init__(self, data, inputs=(), slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._slopes = slopes
        self._backward = self._send

    def _send(self):
        for child, slope in zip(self._prev, self._slopes):
            child.grad += slope * self.grad

    constants = {}

    @staticmethod
    def of(x):
        if isinstance(x, Value):
            return x
        key = round(x, 6)
        if key not in Value.constants:
            Value.constants[key] = Value(float(x))
        return Value.constants[key]

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = Value.of(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = Value.of(other)
        quotient = self.data / other.data
        return Value(quotient, (self, other), (1 / other.data, -quotient / other.data))

    def __radd__(self, other):
        return Value.of(other) + self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t**2,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    def backward(self):
        uses = count_uses(self)
        for node in uses:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        ready = deque([self])
        while ready:
            node = ready.popleft()
            node._backward()
            for child in node._prev:
                uses[child] -= 1
                if uses[child] == 0:
                    ready.append(child)


def count_uses(root):
    """How often each node below root is an input there."""
    uses = {root: 0}
    waiting = [root]
    while waiting:
        for child in waiting.pop()._prev:
            if child not in uses:
                uses[child] = 0
                waiting.append(child)
            uses[child] += 1
    return uses


def build_topo(v, visited, topo):
    uses = count_uses(v)
    ready = [v]
    while ready:
        node = ready.pop()
        visited.add(node)
        topo.append(node)
        for child in node._prev:
            uses[child] -= 1
            if uses[child] == 0:
                ready.append(child)
    topo.reverse()


def zero_grad(root):
    for node in count_uses(root):
        node.grad = 0.0
