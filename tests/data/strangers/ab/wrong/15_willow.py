"""Autograd on scalars."""

import math


def _value(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward")

    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __repr__(self):
        return f"Value({self.data})"

    def __add__(self, other):
        if not isinstance(other, Value) and other == 0:
            return self
        other = _value(other)

        def rule(grad):
            self.grad += grad
            other.grad += grad

        return Value(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        other = _value(other)

        def rule(grad):
            self.grad += grad
            other.grad -= grad

        return Value(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        if not isinstance(other, Value) and other == 1:
            return self
        other = _value(other)

        def rule(grad):
            self.grad += grad * other.data
            other.grad += grad * self.data

        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = _value(other)
        if other.data == 1:
            return self
        ratio = self.data / other.data

        def rule(grad):
            self.grad += grad / other.data
            other.grad -= grad * ratio / other.data

        return Value(ratio, (self, other), rule)

    def __pow__(self, n):
        if n == 1:
            return self

        def rule(grad):
            if n != 0:
                self.grad += grad * n * self.data ** (n - 1)

        return Value(self.data**n, (self,), rule)

    def __neg__(self):
        def rule(grad):
            self.grad -= grad

        return Value(-self.data, (self,), rule)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return _value(other) - self

    def __rtruediv__(self, other):
        return _value(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(grad):
            self.grad += grad * (1.0 - t * t)

        return Value(t, (self,), rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(grad):
            self.grad += grad * e

        return Value(e, (self,), rule)

    def relu(self):
        positive = self.data > 0.0

        def rule(grad):
            if positive:
                self.grad += grad

        return Value(self.data if positive else 0.0, (self,), rule)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            if node._backward is not None:
                node._backward(node.grad)


def build_topo(v, visited, topo):
    todo = [v]
    entered = set()
    while todo:
        node = todo.pop()
        if node in visited:
            continue
        if node in entered:
            visited.add(node)
            topo.append(node)
            continue
        entered.add(node)
        todo.append(node)
        todo.extend(child for child in node._prev if child not in entered)


def zero_grad(root):
    reached = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for child in node._prev:
            if child not in reached:
                reached.add(child)
                todo.append(child)
