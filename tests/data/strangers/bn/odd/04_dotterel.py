"""Local rules are generators; the walk is made of generators too, on a trampoline."""

import math


class Value:
    def __init__(self, data, *prev, rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._backward = rule or self._nothing

    @staticmethod
    def _nothing(out):
        return
        yield

    def __add__(self, other):
        def rule(out):
            yield self, out.grad
            yield other, out.grad

        other = as_node(other)
        return Value(self.data + other.data, self, other, rule=rule)

    def __mul__(self, other):
        def rule(out):
            yield self, out.grad * other.data
            yield other, out.grad * self.data

        other = as_node(other)
        return Value(self.data * other.data, self, other, rule=rule)

    def __truediv__(self, other):
        def rule(out):
            yield self, out.grad / other.data
            yield other, -out.grad * out.data / other.data

        other = as_node(other)
        return Value(self.data / other.data, self, other, rule=rule)

    def __pow__(self, n):
        def rule(out):
            if n:
                yield self, out.grad * n * self.data ** (n - 1)

        return Value(self.data**n, self, rule=rule)

    def __neg__(self):
        def rule(out):
            yield self, -out.grad

        return Value(-self.data, self, rule=rule)

    def tanh(self):
        def rule(out):
            yield self, out.grad * (1 - out.data**2)

        return Value(math.tanh(self.data), self, rule=rule)

    def exp(self):
        def rule(out):
            yield self, out.grad * out.data

        return Value(math.exp(self.data), self, rule=rule)

    def relu(self):
        def rule(out):
            if self.data > 0:
                yield self, out.grad

        return Value(max(0.0, self.data), self, rule=rule)

    def __sub__(self, other):
        return self + -as_node(other)

    def __rsub__(self, other):
        return as_node(other) - self

    def __radd__(self, other):
        return as_node(other) + self

    def __rmul__(self, other):
        return as_node(other) * self

    def __rtruediv__(self, other):
        return as_node(other) / self

    def backward(self):
        """Every node collects in a fresh place; only at the end is anything written."""
        order = []
        build_topo(self, set(), order)
        held = {node: node.grad for node in order if not node._prev}
        for node in order:
            node.grad = 0.0
        self.grad = 1.0
        for node in reversed(order):
            for source, amount in node._backward(node):
                source.grad += amount
        for leaf, before in held.items():
            leaf.grad += before


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def visit(node, visited, topo):
    visited.add(node)
    for source in node._prev:
        if source not in visited:
            yield visit(source, visited, topo)
    topo.append(node)


def build_topo(v, visited, topo):
    calls = [visit(v, visited, topo)]
    while calls:
        deeper = next(calls[-1], None)
        if deeper is None:
            calls.pop()
        else:
            calls.append(deeper)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
