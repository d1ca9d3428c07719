"""Differentiable numbers. A clock tells which results are up to date."""

import math


class Value:
    clock = 0

    def __init__(self, data, _prev=(), forward=None, slopes=None):
        self._prev = _prev
        self._forward = forward
        self._backward = slopes
        self._number = data
        self._time = Value.clock
        self.grad = 0.0

    @property
    def data(self):
        if self._prev and self._time != Value.clock:
            self._refresh()
        return self._number

    @data.setter
    def data(self, number):
        Value.clock += 1
        self._number = number

    def _refresh(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node._number = node._forward(*(child._number for child in node._prev))
            node._time = Value.clock

    def __repr__(self):
        return f"Value({self.data})"

    def _new(self, forward, slopes, *inputs):
        return Value(forward(*(child.data for child in inputs)), inputs, forward, slopes)

    def __add__(self, other):
        return self._new(lambda x, y: x + y, lambda z, x, y: (1.0, 1.0), self, number(other))

    def __sub__(self, other):
        return self._new(lambda x, y: x - y, lambda z, x, y: (1.0, -1.0), self, number(other))

    def __mul__(self, other):
        return self._new(lambda x, y: x * y, lambda z, x, y: (y, x), self, number(other))

    def __truediv__(self, other):
        return self._new(
            lambda x, y: x / y, lambda z, x, y: (1 / y, -z / y), self, number(other)
        )

    def __radd__(self, other):
        return number(other) + self

    def __rsub__(self, other):
        return number(other) - self

    def __rmul__(self, other):
        return number(other) * self

    def __rtruediv__(self, other):
        return number(other) / self

    def __neg__(self):
        return self._new(lambda x: -x, lambda z, x: (-1.0,), self)

    def __pow__(self, n):
        def slopes(z, x):
            return (n * x ** (n - 1) if n else 0.0,)

        return self._new(lambda x: x**n, slopes, self)

    def tanh(self):
        return self._new(math.tanh, lambda z, x: (1.0 - z * z,), self)

    def exp(self):
        return self._new(math.exp, lambda z, x: (z,), self)

    def relu(self):
        return self._new(lambda x: max(x, 0.0), lambda z, x: (float(x > 0),), self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._prev:
                slopes = node._backward(node.data, *(child.data for child in node._prev))
                for child, slope in zip(node._prev, slopes):
                    child.grad += slope * node.grad


def number(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, None)]
    while stack:
        node, inputs = stack.pop()
        if inputs is None:
            if node in visited:
                continue
            visited.add(node)
            inputs = iter(node._prev)
        child = next(inputs, None)
        if child is None:
            topo.append(node)
        else:
            stack.append((node, inputs))
            stack.append((child, None))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
