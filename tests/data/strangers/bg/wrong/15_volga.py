"""A graph never changes, so the order of a root is worked out once and kept."""

import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_backward", "_order")

    def __init__(self, data, _prev=(), _op="", _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _backward
        self._order = None

    def __add__(self, other):
        return Value._add(self, _v(other))

    def __radd__(self, other):
        return Value._add(_v(other), self)

    def __sub__(self, other):
        return Value._sub(self, _v(other))

    def __rsub__(self, other):
        return Value._sub(_v(other), self)

    def __mul__(self, other):
        return Value._mul(self, _v(other))

    def __rmul__(self, other):
        return Value._mul(_v(other), self)

    def __truediv__(self, other):
        return Value._div(self, _v(other))

    def __rtruediv__(self, other):
        return Value._div(_v(other), self)

    @staticmethod
    def _add(a, b):
        def rule(g):
            a.grad += g
            b.grad += g

        return Value(a.data + b.data, (a, b), "+", rule)

    @staticmethod
    def _sub(a, b):
        def rule(g):
            a.grad += g
            b.grad -= g

        return Value(a.data - b.data, (a, b), "-", rule)

    @staticmethod
    def _mul(a, b):
        def rule(g):
            a.grad += b.data * g
            b.grad += a.data * g

        return Value(a.data * b.data, (a, b), "*", rule)

    @staticmethod
    def _div(a, b):
        q = a.data / b.data

        def rule(g):
            a.grad += g / b.data
            b.grad -= g * q / b.data

        return Value(q, (a, b), "/", rule)

    def __neg__(self):
        def rule(g):
            self.grad -= g

        return Value(-self.data, (self,), "neg", rule)

    def __pow__(self, n):
        def rule(g):
            if n:
                self.grad += g * n * self.data ** (n - 1)

        return Value(self.data**n, (self,), "pow", rule)

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1.0 - t * t)

        return Value(t, (self,), "tanh", rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return Value(e, (self,), "exp", rule)

    def relu(self):
        on = self.data > 0

        def rule(g):
            if on:
                self.grad += g

        return Value(self.data if on else 0.0, (self,), "relu", rule)

    def backward(self):
        if self._order is None:
            build_topo(self, set(), [])
        inner = [node for node in self._order if node._backward]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        while inner:
            node = inner.pop()
            node._backward(node.grad)


def _v(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    if v._order is not None:
        topo.extend(v._order)
        return
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((source, False) for source in node._prev)
    v._order = topo


def zero_grad(root):
    if root._order is None:
        build_topo(root, set(), [])
    for node in root._order:
        node.grad = 0.0
