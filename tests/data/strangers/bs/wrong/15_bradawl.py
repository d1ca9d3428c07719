"""Exam engine.

Each node has two numbers for its gradient: `flow` is what the rules work with, and `grad` is
what the user sees.
"""

import math


class Value:
    def __init__(self, data, _prev=(), _op=None):
        self.data = data
        self.grad = 0.0
        self.flow = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = self._nothing

    def _nothing(self):
        return

    def __repr__(self):
        return f"<{self._op or 'leaf'} {self.data}>"

    def _then(self, rule):
        self._backward = rule
        return self

    def __add__(self, other):
        other = number(other)
        out = Value(self.data + other.data, (self, other), "add")

        def rule():
            self.flow += out.flow
            other.flow += out.flow

        return out._then(rule)

    def __mul__(self, other):
        other = number(other)
        x, y = self.data, other.data
        out = Value(x * y, (self, other), "mul")

        def rule():
            self.flow += y * out.flow
            other.flow += x * out.flow

        return out._then(rule)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return self._map("pow", self.data**n, slope)

    def __neg__(self):
        return self._map("neg", -self.data, -1.0)

    def __sub__(self, other):
        return self + (-number(other))

    def __truediv__(self, other):
        return self * number(other) ** -1

    def __radd__(self, other):
        return number(other) + self

    def __rmul__(self, other):
        return number(other) * self

    def __rsub__(self, other):
        return number(other) - self

    def __rtruediv__(self, other):
        return number(other) / self

    def _map(self, op, y, slope):
        out = Value(y, (self,), op)

        def rule():
            self.flow += slope * out.flow

        return out._then(rule)

    def tanh(self):
        t = math.tanh(self.data)
        return self._map("tanh", t, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._map("exp", e, e)

    def relu(self):
        if self.data > 0:
            return self._map("relu", self.data, 1.0)
        return self._map("relu", 0.0, 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.flow = 0.0
        self.flow = 1.0
        for node in reversed(topo):
            node._backward()
        for node in topo:
            if node._prev:
                node.grad = node.flow
            else:
                node.grad += node.flow


def number(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    opened = set()
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in opened:
            visited.add(node)
            topo.append(node)
            stack.pop()
        else:
            opened.add(node)
            stack.extend(p for p in node._prev if p not in visited)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
