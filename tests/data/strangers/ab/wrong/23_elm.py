"""Scalars that differentiate themselves."""

import math


class Value:
    def __init__(self, data, inputs=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._backward = rule

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        return _combine(_add, self, other)

    def __radd__(self, other):
        return _combine(_add, other, self)

    def __sub__(self, other):
        return _combine(_sub, self, other)

    def __rsub__(self, other):
        return _combine(_sub, other, self)

    def __mul__(self, other):
        return _combine(_mul, self, other)

    def __rmul__(self, other):
        return _combine(_mul, other, self)

    def __truediv__(self, other):
        return _combine(_div, self, other)

    def __rtruediv__(self, other):
        return _combine(_div, other, self)

    def __neg__(self):
        return _combine(_sub, 0.0, self)

    def __pow__(self, n):
        return _bend(self, self.data**n, n * self.data ** (n - 1) if n != 0 else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return _bend(self, t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return _bend(self, e, e)

    def relu(self):
        return _bend(self, max(self.data, 0.0), 1.0 if self.data > 0.0 else 0.0)

    def backward(self):
        order = _downwards(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            if node._backward:
                for child, share in zip(node._prev, node._backward(node.grad)):
                    child.grad += share


def _add(x, y):
    return x + y, lambda g: (g, g)


def _sub(x, y):
    return x - y, lambda g: (g, -g)


def _mul(x, y):
    return x * y, lambda g: (g * y, g * x)


def _div(x, y):
    return x / y, lambda g: (g / y, -g * x / (y * y))


def _combine(operation, left, right):
    left = left if isinstance(left, Value) else Value(left)
    right = right if isinstance(right, Value) else Value(right)
    data, rule = operation(left.data, right.data)
    return Value(data, (left, right), rule)


def _bend(node, data, slope):
    return Value(data, (node,), lambda g: (g * slope,))


def _downwards(root):
    """The root first, every node after its consumers."""
    consumers = {root: 0}
    todo = [root]
    while todo:
        node = todo.pop()
        for child in set(node._prev):
            if child not in consumers:
                consumers[child] = 0
                todo.append(child)
            consumers[child] += 1
    order = []
    ready = [root]
    while ready:
        node = ready.pop()
        order.append(node)
        for child in node._prev:
            consumers[child] -= 1
            if consumers[child] == 0:
                ready.append(child)
    return order


def build_topo(v, visited, topo):
    topo.extend(_downwards(v)[::-1])
    visited.update(topo)


def zero_grad(root):
    for node in _downwards(root):
        node.grad = 0.0
