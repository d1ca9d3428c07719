"""Consumers are counted, and a queue holds the nodes whose consumers are all done."""

import math
from collections import Counter, deque


class Value:
    def __init__(self, data, _prev=(), _op="", _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _backward

    def __add__(self, other):
        other = ensure(other)
        return Value(self.data + other.data, (self, other), "+", lambda g: (g, g))

    def __sub__(self, other):
        other = ensure(other)
        return Value(self.data - other.data, (self, other), "-", lambda g: (g, -g))

    def __mul__(self, other):
        other = ensure(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), "*", lambda g: (g * y, g * x))

    def __truediv__(self, other):
        other = ensure(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), "/", lambda g: (g / y, -g * x / y / y))

    def __pow__(self, n):
        x = self.data
        return Value(x**n, (self,), "**", lambda g: (g * n * x ** (n - 1) if n else 0.0,))

    def __neg__(self):
        return Value(-self.data, (self,), "neg", lambda g: (-g,))

    def __radd__(self, other):
        return ensure(other) + self

    def __rsub__(self, other):
        return ensure(other) - self

    def __rmul__(self, other):
        return ensure(other) * self

    def __rtruediv__(self, other):
        return ensure(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", lambda g: (g * e,))

    def relu(self):
        x = self.data
        return Value(x if x > 0 else 0.0, (self,), "relu", lambda g: (g if x > 0 else 0.0,))

    def backward(self):
        waits_for = Counter()
        reached = reachable(self)
        for node in reached:
            waits_for.update(node._prev)
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        ready = deque([self], maxlen=1 << 12)
        while ready:
            node = ready.pop()
            if not node._prev:
                continue
            for below, share in zip(node._prev, node._backward(node.grad)):
                below.grad += share
                waits_for[below] -= 1
                if waits_for[below] == 0:
                    ready.append(below)


def ensure(x):
    return x if isinstance(x, Value) else Value(x)


def reachable(root):
    found = {root: None}
    todo = [root]
    while todo:
        for below in todo.pop()._prev:
            if below not in found:
                found[below] = None
                todo.append(below)
    return found


def build_topo(v, visited, topo):
    todo = [(v, False)]
    while todo:
        node, done = todo.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            todo.append((node, True))
            todo.extend((below, False) for below in node._prev)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
