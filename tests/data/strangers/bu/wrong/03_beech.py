"""Autograd with generations: a leaf is generation 0, a result is one
generation younger than what it was made from. Then the order is just a sort."""

import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "_gen")

    def __init__(self, data, _prev=(), rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = rule
        if _prev:
            self._gen = _prev[0]._gen + 1
        else:
            self._gen = 0

    def __str__(self):
        return "%g (grad %g)" % (self.data, self.grad)

    # rules get the finished node

    def __add__(self, other):
        other = _value(other)

        def rule(out):
            self.grad += out.grad
            other.grad += out.grad

        return Value(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        other = _value(other)

        def rule(out):
            self.grad += out.grad
            other.grad -= out.grad

        return Value(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        other = _value(other)

        def rule(out):
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = _value(other)

        def rule(out):
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        return Value(self.data / other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(out):
            slope = n * self.data ** (n - 1) if n else 0.0
            self.grad += out.grad * slope

        return Value(self.data**n, (self,), rule)

    def __neg__(self):
        def rule(out):
            self.grad -= out.grad

        return Value(-self.data, (self,), rule)

    def __rsub__(self, other):
        return _value(other) - self

    def __rtruediv__(self, other):
        return _value(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        def rule(out):
            self.grad += out.grad * (1.0 - out.data**2)

        return Value(math.tanh(self.data), (self,), rule)

    def exp(self):
        def rule(out):
            self.grad += out.grad * out.data

        return Value(math.exp(self.data), (self,), rule)

    def relu(self):
        def rule(out):
            self.grad += out.grad if self.data > 0 else 0.0

        return Value(max(0.0, self.data), (self,), rule)

    def backward(self):
        nodes = _reachable(self, set())
        nodes.sort(key=_generation, reverse=True)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            if node._backward is not None:
                node._backward(node)


def _value(x):
    return x if isinstance(x, Value) else Value(x)


def _generation(node):
    return node._gen


def _reachable(v, visited):
    found = [v]
    visited.add(v)
    for node in found:  # grows while we go
        for p in node._prev:
            if p not in visited:
                visited.add(p)
                found.append(p)
    return found


def build_topo(v, visited, topo):
    topo.extend(sorted(_reachable(v, visited), key=_generation))


def zero_grad(root):
    for node in _reachable(root, set()):
        node.grad = 0.0
