"""Kahn's algorithm on sets of inputs. Gradients of a run live in a dict of that run
alone; only at the end something is written to the nodes."""

import math
from collections import Counter, defaultdict


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = set(_prev)
        self._backward = _backward  # gradient -> list of (input, share)

    def __add__(self, other):
        other = ensure(other)
        return Value(
            self.data + other.data, {self, other}, lambda g: [(self, g), (other, g)]
        )

    def __mul__(self, other):
        other = ensure(other)
        x, y = self.data, other.data
        return Value(x * y, {self, other}, lambda g: [(self, g * y), (other, g * x)])

    def __pow__(self, n):
        x = self.data
        return Value(
            x**n, {self}, lambda g: [(self, g * n * x ** (n - 1) if n else 0.0)]
        )

    def __neg__(self):
        return Value(-self.data, {self}, lambda g: [(self, -g)])

    def __sub__(self, other):
        return self + -ensure(other)

    def __truediv__(self, other):
        other = ensure(other)
        x, y = self.data, other.data
        return Value(
            x / y, {self, other}, lambda g: [(self, g / y), (other, -g * x / y / y)]
        )

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return ensure(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, {self}, lambda g: [(self, g * (1.0 - t * t))])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, {self}, lambda g: [(self, g * e)])

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, {self}, lambda g: [(self, g if on else 0.0)])

    def backward(self):
        flow = defaultdict(float, {self: 1.0})
        for node in consumers_first(self):
            if node._backward is None:
                node.grad += flow[node]
            else:
                node.grad = flow[node]
                for inp, share in node._backward(flow[node]):
                    flow[inp] += share


def ensure(x):
    return x if isinstance(x, Value) else Value(x)


def consumers_first(root):
    degree = Counter()
    seen, todo = {root}, [root]
    while todo:
        inputs = todo.pop()._prev
        degree.update(inputs)
        todo.extend(inputs - seen)
        seen |= inputs
    ready = [root]
    while ready:
        node = ready.pop()
        yield node
        for p in node._prev:
            degree[p] -= 1
            if not degree[p]:
                ready.append(p)


def build_topo(v, visited, topo):
    topo.extend(consumers_first(v))
    topo.reverse()


def zero_grad(root):
    for node in list(consumers_first(root)):
        node.grad = 0.0
