#!/usr/bin/env python3
"""13 engine -- Gustav"""
import math
from typing import Iterable


class Value:
    """Scalar with gradient."""

    def __init__(self, data: float, _prev: Iterable["Value"] = (), _op: str = "") -> None:
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = lambda: None

    def __str__(self):
        return "%g (grad %g)" % (self.data, self.grad)

    def _lift(self, x):
        return x if isinstance(x, Value) else Value(x)

    def _node(self, op, data, *edges):
        """edges: (input, slope) pairs; slopes are numbers."""
        out = Value(data, [e[0] for e in edges], op)

        def _backward():
            for node, slope in edges:
                node.grad += slope * out.grad

        out._backward = _backward
        return out

    def __add__(self, o):
        o = self._lift(o)
        return self._node("+", self.data + o.data, (self, 1.0), (o, 1.0))

    def __sub__(self, o):
        o = self._lift(o)
        return self._node("-", self.data - o.data, (self, 1.0), (o, -1.0))

    def __mul__(self, o):
        o = self._lift(o)
        return self._node("*", self.data * o.data, (self, o.data), (o, self.data))

    def __truediv__(self, o):
        o = self._lift(o)
        q = self.data / o.data
        return self._node("/", q, (self, 1.0 / o.data), (o, -q / o.data))

    def __pow__(self, n):
        return self._node("**", self.data ** n, (self, n * self.data ** (n - 1) if n else 0.0))

    def __neg__(self):
        return self._node("neg", -self.data, (self, -1.0))

    # the other way round
    def __radd__(self, o):
        return self + o

    def __rsub__(self, o):
        return self - o

    def __rmul__(self, o):
        return self * o

    def __rtruediv__(self, o):
        return self._lift(o) / self

    def tanh(self):
        t = math.tanh(self.data)
        return self._node("tanh", t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return self._node("exp", e, (self, e))

    def relu(self):
        return self._node("relu", max(self.data, 0.0), (self, 1.0 if self.data > 0.0 else 0.0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack += [(p, False) for p in reversed(node._prev)]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0


if __name__ == "__main__":
    x = Value(2.0)
    y = 5 - x
    y.backward()
    print(y, x)
