"""Shares are not added one by one: a node keeps them in a list, and when its turn comes
math.fsum adds them without any rounding in between."""

import math


class Value:
    def __init__(self, data, inputs=(), back=None):
        self.data = float(data)
        self.grad = 0.0
        self._parts = []
        self._prev = tuple(inputs)
        self._backward = back if back is not None else (lambda g: None)

    def __add__(self, other):
        other = wrap(other)

        def back(g):
            self._parts.append(g)
            other._parts.append(g)

        return Value(math.fsum((self.data, other.data)), (self, other), back)

    def __sub__(self, other):
        other = wrap(other)

        def back(g):
            self._parts.append(g)
            other._parts.append(-g)

        return Value(self.data - other.data, (self, other), back)

    def __mul__(self, other):
        other = wrap(other)

        def back(g):
            self._parts.append(g * other.data)
            other._parts.append(g * self.data)

        return Value(math.prod((self.data, other.data)), (self, other), back)

    def __truediv__(self, other):
        other = wrap(other)
        ratio = self.data / other.data

        def back(g):
            self._parts.append(g / other.data)
            other._parts.append(-g * ratio / other.data)

        return Value(ratio, (self, other), back)

    def __pow__(self, n):
        def back(g):
            if n != 0:
                self._parts.append(g * n * self.data ** (n - 1))

        return Value(self.data**n, (self,), back)

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: self._parts.append(-g))

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: self._parts.append(g * (1.0 - t * t)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: self._parts.append(g * e))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), self._parts_append())
        return Value(0.0, (self,))

    def _parts_append(self):
        return lambda g: self._parts.append(g)

    def backward(self):
        order = inputs_first(self)
        for node in order:
            node._parts = [] if node._prev else [node.grad]
        self._parts.append(1.0)
        for node in reversed(order):
            node.grad = exact(node._parts)
            node._parts = []
            node._backward(node.grad)


def exact(parts):
    try:
        return math.fsum(parts)
    except (OverflowError, ValueError):  # an infinity among them
        return sum(parts)


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def inputs_first(root):
    order, visited, stack = [], set(), [root, None]
    while stack:
        node = stack.pop()
        if node is not None:
            order.append(node)
            continue
        node = stack.pop()
        if node not in visited:
            visited.add(node)
            stack.append(node)
            for p in node._prev:
                if p not in visited:
                    stack += (p, None)
    return order


def build_topo(v, visited, topo):
    order = inputs_first(v)
    visited.update(order)
    topo[:] = order


def zero_grad(root):
    for node in inputs_first(root):
        node.grad = 0.0
