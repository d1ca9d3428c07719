"""Exercise 13. Nodes are numbered when they are made, so inputs always come first."""

import itertools
import math

_numbers = itertools.count(1)


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "number", "label")

    def __init__(self, data, _prev=(), op="leaf"):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = self._nothing
        self.number = next(_numbers)
        self.label = f"{self.number}:{op}"

    def _nothing(self):
        pass

    def __repr__(self):
        return f"<{self.label} {self.data:.4g}>"

    # -- building blocks -------------------------------------------------

    @staticmethod
    def _wrap(x):
        return x if isinstance(x, Value) else Value(float(x), op="const")

    @staticmethod
    def _binary(op, a, b, data, da, db):
        out = Value(data, (a, b), op)

        def pull():
            a.grad += da * out.grad
            b.grad += db * out.grad

        out._backward = pull
        return out

    def _unary(self, op, data, slope):
        out = Value(data, (self,), op)

        def pull():
            self.grad += slope * out.grad

        out._backward = pull
        return out

    # -- operators -------------------------------------------------------

    def __add__(self, other):
        b = self._wrap(other)
        return self._binary("+", self, b, self.data + b.data, 1.0, 1.0)

    def __sub__(self, other):
        b = self._wrap(other)
        return self._binary("-", self, b, self.data - b.data, 1.0, -1.0)

    def __mul__(self, other):
        b = self._wrap(other)
        return self._binary("*", self, b, self.data * b.data, b.data, self.data)

    def __truediv__(self, other):
        b = self._wrap(other)
        q = self.data / b.data
        return self._binary("/", self, b, q, 1.0 / b.data, -q / b.data)

    def __radd__(self, other):
        return self._wrap(other) + self

    def __rsub__(self, other):
        return self._wrap(other) - self

    def __rmul__(self, other):
        return self._wrap(other) * self

    def __rtruediv__(self, other):
        return self._wrap(other) / self

    def __neg__(self):
        return self._unary("neg", -self.data, -1.0)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return self._unary("pow", self.data**n, slope)

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary("tanh", t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._unary("exp", e, e)

    def relu(self):
        on = self.data > 0
        return self._unary("relu", self.data if on else 0.0, 1.0 if on else 0.0)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def reachable(v, visited):
    todo = [v]
    while todo:
        node = todo.pop()
        if node not in visited:
            visited.add(node)
            todo.extend(node._prev)
    return visited


def build_topo(v, visited, topo):
    topo.extend(sorted(reachable(v, visited), key=lambda node: node.label))


def zero_grad(root):
    for node in reachable(root, set()):
        node.grad = 0.0
