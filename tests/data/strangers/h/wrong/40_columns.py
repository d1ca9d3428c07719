"""Structure of arrays: numbers and gradients are columns, a Value is a row number."""

import math
from array import array


class Store:
    def __init__(self):
        self.data = array("d")
        self.grad = array("f")

    def new(self, number):
        self.data.append(number)
        self.grad.append(0.0)
        return len(self.data) - 1


STORE = Store()


class Value:
    __slots__ = ("_row", "_prev", "_backward")

    def __init__(self, data, _prev=(), _backward=None):
        self._row = STORE.new(data)
        self._prev = _prev
        self._backward = _backward

    @property
    def data(self):
        return STORE.data[self._row]

    @data.setter
    def data(self, number):
        STORE.data[self._row] = number

    @property
    def grad(self):
        return STORE.grad[self._row]

    @grad.setter
    def grad(self, number):
        STORE.grad[self._row] = number

    def _binary(self, other, value, slopes):
        i, j = self._row, other._row

        def backward(g):
            dx, dy = slopes(STORE.data[i], STORE.data[j])
            STORE.grad[i] += dx * g
            STORE.grad[j] += dy * g

        return Value(value, (self, other), backward)

    def _unary(self, value, slope):
        i = self._row

        def backward(g):
            STORE.grad[i] += slope * g

        return Value(value, (self,), backward)

    def __add__(self, other):
        other = row(other)
        return self._binary(other, self.data + other.data, lambda x, y: (1.0, 1.0))

    def __sub__(self, other):
        other = row(other)
        return self._binary(other, self.data - other.data, lambda x, y: (1.0, -1.0))

    def __mul__(self, other):
        other = row(other)
        return self._binary(other, self.data * other.data, lambda x, y: (y, x))

    def __truediv__(self, other):
        other = row(other)
        return self._binary(other, self.data / other.data, lambda x, y: (1 / y, -x / y**2))

    def __radd__(self, other):
        return row(other) + self

    def __rsub__(self, other):
        return row(other) - self

    def __rmul__(self, other):
        return row(other) * self

    def __rtruediv__(self, other):
        return row(other) / self

    def __neg__(self):
        return self._unary(-self.data, -1.0)

    def __pow__(self, n):
        x = self.data
        return self._unary(x**n, n * x ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, e)

    def relu(self):
        x = self.data
        return self._unary(x, 1.0) if x > 0 else self._unary(0.0, 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward is not None:
                node._backward(node.grad)


def row(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    # rows are handed out in the order of creation, so inputs have smaller numbers
    stack = [v]
    found = {v}
    while stack:
        for p in stack.pop()._prev:
            if p not in found:
                found.add(p)
                stack.append(p)
    visited |= found
    topo.extend(sorted(found, key=lambda node: node._row))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
