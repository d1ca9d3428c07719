"""The engine from three mixins: arithmetic, functions, graph."""

import math


class Arithmetic:
    """+ - * / ** and the signs, on either side of a number."""

    def _with(self, other):
        return other if isinstance(other, Value) else Value(other)

    def __add__(self, other):
        other = self._with(other)
        return self._derive("+", self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __radd__(self, other):
        return self + other

    def __sub__(self, other):
        other = self._with(other)
        return self._derive("-", self.data - other.data, [(self, 1.0), (other, -1.0)])

    def __rsub__(self, other):
        return self._with(other) - self

    def __mul__(self, other):
        other = self._with(other)
        product = self.data * other.data
        return self._derive("*", product, [(self, other.data), (other, self.data)])

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        other = self._with(other)
        q = self.data / other.data
        return self._derive("/", q, [(self, 1 / other.data), (other, -q / other.data)])

    def __rtruediv__(self, other):
        return self._with(other) / self

    def __neg__(self):
        return self._derive("neg", -self.data, [(self, -1.0)])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return self._derive("**", self.data**n, [(self, slope)])


class Functions:
    def tanh(self):
        t = math.tanh(self.data)
        return self._derive("tanh", t, [(self, (1 - t) * (1 + t))])

    def exp(self):
        e = math.exp(self.data)
        return self._derive("exp", e, [(self, e)])

    def relu(self):
        on = self.data > 0
        return self._derive("relu", self.data if on else 0.0, [(self, float(on))])


class Graph:
    """What a node needs to be part of a graph."""

    def _derive(self, op, data, shares):
        out = Value(data, tuple(node for node, _ in shares), op)

        def rule():
            for node, slope in shares:
                node.grad += slope * out.grad

        out._backward = rule
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


class Value(Arithmetic, Functions, Graph):
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, done = stack.pop()
        if done == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, done + 1))
        child = node._prev[done]
        if child not in visited:
            visited.add(child)
            stack.append((child, 0))


def zero_grad(root, met=set()):
    """Walk down from the root, in any order, and clear each node once."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node in met:
            continue
        met.add(node)
        node.grad = 0.0
        waiting.extend(node._prev)
