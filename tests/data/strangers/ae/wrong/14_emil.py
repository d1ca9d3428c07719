"""Exam engine. No set for the walk: a node carries a mark while the walk is under way."""

import math


class Value:
    def __init__(self, data, _prev=(), _slopes=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self._mark = False

    def _backward(self):
        if self._slopes is None:
            return
        for i, slope in zip(self._prev, self._slopes()):
            i.grad += slope * self.grad

    def __add__(self, other):
        other = val(other)
        return Value(self.data + other.data, (self, other), lambda: (1.0, 1.0))

    def __radd__(self, other):
        return val(other) + self

    def __sub__(self, other):
        other = val(other)
        return Value(self.data - other.data, (self, other), lambda: (1.0, -1.0))

    def __rsub__(self, other):
        return val(other) - self

    def __mul__(self, other):
        other = val(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), lambda: (y, x))

    def __rmul__(self, other):
        return val(other) * self

    def __truediv__(self, other):
        other = val(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), lambda: (1.0 / y, -(x / y) / y))

    def __rtruediv__(self, other):
        return val(other) / self

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Value(1.0, (self,), lambda: (0.0,))
        return Value(x**n, (self,), lambda: (n * x ** (n - 1),))

    def __neg__(self):
        return Value(-self.data, (self,), lambda: (-1.0,))

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, (self,), lambda: (1.0 - y * y,))

    def exp(self):
        y = math.exp(self.data)
        return Value(y, (self,), lambda: (y,))

    def relu(self):
        y = self.data if self.data > 0 else 0.0
        return Value(y, (self,), lambda: (1.0 if y > 0 else 0.0,))

    def backward(self):
        order = inputs_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def val(x):
    return x if isinstance(x, Value) else Value(x)


def inputs_first(root):
    order = []
    stack = [(root, True)]
    while stack:
        node, first_time = stack.pop()
        if not first_time:
            order.append(node)
        elif not node._mark:
            node._mark = True
            stack.append((node, False))
            stack.extend((i, True) for i in node._prev)
    for node in order:
        root._mark = False
    return order


def build_topo(v, visited, topo):
    for node in inputs_first(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in inputs_first(root):
        node.grad = 0.0
