"""The engine with the other algorithm: a node is ready once its last consumer is through."""

import math
from collections import defaultdict


def leaf_rule():
    return None


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = leaf_rule

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad}, _op={self._op!r})"

    def __add__(self, other):
        b = wrap(other)
        return link("+", self.data + b.data, (self, lambda g: g), (b, lambda g: g))

    def __sub__(self, other):
        b = wrap(other)
        return link("-", self.data - b.data, (self, lambda g: g), (b, lambda g: -g))

    def __mul__(self, other):
        b = wrap(other)
        x, y = self.data, b.data
        return link("*", x * y, (self, lambda g: g * y), (b, lambda g: g * x))

    def __truediv__(self, other):
        b = wrap(other)
        x, y = self.data, b.data
        return link("/", x / y, (self, lambda g: g / y), (b, lambda g: -g * (x / y) / y))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return link("**0", 1.0, (self, lambda g: 0.0))
        return link(f"**{n}", x**n, (self, lambda g: g * n * x ** (n - 1)))

    def __neg__(self):
        return link("neg", -self.data, (self, lambda g: -g))

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return link("tanh", t, (self, lambda g: g * (1.0 - t * t)))

    def exp(self):
        e = math.exp(self.data)
        return link("exp", e, (self, lambda g: g * e))

    def relu(self):
        x = self.data
        return link("relu", x if x > 0 else 0.0, (self, lambda g: g if x > 0 else 0.0))

    def backward(self):
        order = list(root_first(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def link(op, data, *edges):
    """A new node. Each edge is an input and what it gets when the new node has gradient g."""
    out = Value(data, tuple(node for node, _ in edges), op)

    def rule():
        for node, share in edges:
            node.grad += share(out.grad)

    out._backward = rule
    return out


def reachable(root):
    met = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        for child in node._prev:
            if child not in met:
                met.add(child)
                todo.append(child)


def root_first(root):
    """Every node once, after all of its consumers."""
    waits_for = defaultdict(int)
    for node in reachable(root):
        for child in set(node._prev):
            waits_for[child] += 1
    ready = [root]
    while ready:
        node = ready.pop()
        yield node
        for child in node._prev:
            waits_for[child] -= 1
            if waits_for[child] == 0:
                ready.append(child)


def build_topo(v, visited, topo):
    order = list(root_first(v))
    visited.update(order)
    topo.extend(reversed(order))


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
