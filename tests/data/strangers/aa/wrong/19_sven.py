#!/usr/bin/env python3
"""Exercise 13, Sven.

    build_topo   depth first with a pile of notes
    Value        closures
"""
import math
import operator


def build_topo(v, visited, topo):
    """Each note is (node, inputs are done?)."""
    notes = [(v, False)]
    visited.add(v)
    while notes:
        node, inputs_done = notes.pop()
        if inputs_done:
            topo.append(node)
            continue
        notes.append((node, True))
        for p in node._prev:
            if p not in visited:
                visited.add(p)
                notes.append((p, False))


def zero_grad(root):
    reached = []
    build_topo(root, set(), reached)
    for node in reached:
        node.grad = 0.0


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def _binary(self, other, compute, slopes):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(compute(self.data, other.data), (self, other))

        def _backward():
            left, right = slopes(self.data, other.data)
            self.grad += left * out.grad
            other.grad += right * out.grad

        out._backward = _backward
        return out

    def _unary(self, result, slope):
        out = Value(result, (self,))

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def __add__(self, other):
        return self._binary(other, operator.add, lambda x, y: (1, 1))

    def __sub__(self, other):
        return self._binary(other, operator.sub, lambda x, y: (1, -1))

    def __mul__(self, other):
        return self._binary(other, operator.mul, lambda x, y: (y, x))

    def __truediv__(self, other):
        return self._binary(other, operator.truediv, lambda x, y: (1 / y, -x / y / y))

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        return self._unary(-self.data, -1)

    def __pow__(self, n):
        x = self.data
        return self._unary(x**n, n * x ** (n - 1) if n else 0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, e)

    def relu(self):
        x = self.data
        return self._unary(x, 1) if x > 0 else self._unary(0.0, 0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()
