"""One long list holds the slopes of all results; a node only knows its number in it."""

import itertools
import math

SLOPES = []
_numbers = itertools.count()


class Value:
    def __init__(self, data, _prev=(), _backward=-1):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward  # the number in SLOPES; a leaf has -1

    def __add__(self, other):
        return record(_add, self, other)

    def __radd__(self, other):
        return record(_add, other, self)

    def __sub__(self, other):
        return record(_sub, self, other)

    def __rsub__(self, other):
        return record(_sub, other, self)

    def __mul__(self, other):
        return record(_mul, self, other)

    def __rmul__(self, other):
        return record(_mul, other, self)

    def __truediv__(self, other):
        return record(_div, self, other)

    def __rtruediv__(self, other):
        return record(_div, other, self)

    def __neg__(self):
        return record(lambda x: (-x, (-1.0,)), self)

    def __pow__(self, n):
        return record(lambda x: (x**n, (n * x ** (n - 1) if n else 0.0,)), self)

    def tanh(self):
        return record(_tanh, self)

    def exp(self):
        return record(_exp, self)

    def relu(self):
        return record(_relu, self)

    def backward(self):
        order = in_order(self)
        for node in order:
            if node._backward >= 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._backward < 0:
                break
            for p, slope in zip(node._prev, SLOPES[node._backward]):
                p.grad += slope * node.grad


def record(compute, *operands):
    """A new node: compute(*numbers) gives its value and its slopes."""
    number = next(_numbers)
    inputs = tuple(x if isinstance(x, Value) else Value(float(x)) for x in operands)
    data, slopes = compute(*(x.data for x in inputs))
    SLOPES.append(slopes)
    return Value(data, inputs, number)


def _add(x, y):
    return x + y, (1.0, 1.0)


def _sub(x, y):
    return x - y, (1.0, -1.0)


def _mul(x, y):
    return x * y, (y, x)


def _div(x, y):
    return x / y, (1.0 / y, -x / (y * y))


def _tanh(x):
    t = math.tanh(x)
    return t, (1.0 - t * t,)


def _exp(x):
    e = math.exp(x)
    return e, (e,)


def _relu(x):
    return (x, (1.0,)) if x > 0 else (0.0, (0.0,))


def in_order(root):
    """Leaves first, then the results in the order in which they were made."""
    found = {root}
    stack = [root]
    while stack:
        for p in stack.pop()._prev:
            if p not in found:
                found.add(p)
                stack.append(p)
    return sorted(found, key=lambda node: node._backward)


def build_topo(v, visited, topo):
    topo.extend(in_order(v))
    visited.update(topo)


def zero_grad(root):
    for node in in_order(root):
        node.grad = 0.0
