"""Every node has a level: leaves are on the ground, a result is above all of its inputs.

Going down level by level is a backward order, and going up is a forward one.
"""

import math


class Value:
    def __init__(self, data, _prev=(), _backward=None, level=0):
        self.data = data
        self.grad = 0.0
        self.level = level
        self._prev = _prev
        self._backward = _backward

    def __repr__(self):
        return f"Value({self.data}, level {self.level})"

    # ---- two inputs ----

    def __add__(self, other):
        other = to_value(other)

        def rule(g):
            self.grad += g
            other.grad += g

        above = max(self.level, other.level) + 1
        return Value(self.data + other.data, (self, other), rule, above)

    def __mul__(self, other):
        other = to_value(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        above = max(self.level, other.level) + 1
        return Value(self.data * other.data, (self, other), rule, above)

    def __truediv__(self, other):
        other = to_value(other)
        quotient = self.data / other.data

        def rule(g):
            self.grad += g / other.data
            other.grad -= g * quotient / other.data

        above = self.level + 1
        return Value(quotient, (self, other), rule, above)

    # ---- one input ----

    def __pow__(self, n):
        def rule(g):
            if n:
                self.grad += g * n * self.data ** (n - 1)

        return Value(self.data**n, (self,), rule, self.level + 1)

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1.0 - t) * (1.0 + t)

        return Value(t, (self,), rule, self.level + 1)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return Value(e, (self,), rule, self.level + 1)

    def relu(self):
        on = self.data > 0.0

        def rule(g):
            self.grad += g if on else 0.0

        return Value(self.data if on else 0.0, (self,), rule, self.level + 1)

    # ---- the rest is made of these ----

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -to_value(other)

    def __rsub__(self, other):
        return to_value(other) + -self

    def __radd__(self, other):
        return to_value(other) + self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def backward(self):
        order = sorted(reachable(self), key=lambda node: node.level, reverse=True)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            if node._backward is not None:
                node._backward(node.grad)


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


def reachable(root):
    nodes, seen = [root], {root}
    for node in nodes:
        for child in node._prev:
            if child not in seen:
                seen.add(child)
                nodes.append(child)
    return nodes


def build_topo(v, visited, topo):
    topo += sorted(reachable(v), key=lambda node: node.level)
    visited.update(topo)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
