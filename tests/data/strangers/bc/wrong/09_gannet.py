"""Numbers in compact cells: a node owns two little arrays, one for data and one for grad."""

import math
from array import array


def cell(kind):
    """A property that keeps its number in an array of one item."""
    slot = "_cell_" + kind

    def read(self):
        return getattr(self, slot)[0]

    def write(self, number):
        getattr(self, slot)[0] = number

    return property(read, write)


class Value:
    __slots__ = ("_cell_data", "_cell_grad", "_prev", "_op", "_backward", "__weakref__")

    data = cell("data")
    grad = cell("grad")

    def __init__(self, data, _prev=(), _op="", _backward=None):
        self._cell_data = array("d", (data,))
        self._cell_grad = array("f", (0.0,))
        self._prev = _prev
        self._op = _op
        self._backward = _backward

    def __add__(self, other):
        return two("+", self, other, lambda x, y: x + y, lambda x, y: (1.0, 1.0))

    def __radd__(self, other):
        return two("+", other, self, lambda x, y: x + y, lambda x, y: (1.0, 1.0))

    def __sub__(self, other):
        return two("-", self, other, lambda x, y: x - y, lambda x, y: (1.0, -1.0))

    def __rsub__(self, other):
        return two("-", other, self, lambda x, y: x - y, lambda x, y: (1.0, -1.0))

    def __mul__(self, other):
        return two("*", self, other, lambda x, y: x * y, lambda x, y: (y, x))

    def __rmul__(self, other):
        return two("*", other, self, lambda x, y: x * y, lambda x, y: (y, x))

    def __truediv__(self, other):
        return two("/", self, other, lambda x, y: x / y, lambda x, y: (1 / y, -x / (y * y)))

    def __rtruediv__(self, other):
        return two("/", other, self, lambda x, y: x / y, lambda x, y: (1 / y, -x / (y * y)))

    def __neg__(self):
        return one("neg", self, -self.data, -1.0)

    def __pow__(self, n):
        x = self.data
        return one("**", self, x**n, n * x ** (n - 1) if n != 0 else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return one("tanh", self, t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return one("exp", self, e, e)

    def relu(self):
        x = self.data
        return one("relu", self, x, 1.0) if x > 0 else one("relu", self, 0.0, 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._prev:
                node._backward(node)


def two(op, left, right, value, slopes):
    left = left if isinstance(left, Value) else Value(left)
    right = right if isinstance(right, Value) else Value(right)
    x, y = left.data, right.data

    def rule(out):
        to_left, to_right = slopes(x, y)
        left.grad += to_left * out.grad
        right.grad += to_right * out.grad

    return Value(value(x, y), (left, right), op, rule)


def one(op, node, y, slope):
    def rule(out):
        node.grad += slope * out.grad

    return Value(y, (node,), op, rule)


def build_topo(v, visited, topo):
    notes = [(v, False)]
    while notes:
        node, ready = notes.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            notes.append((node, True))
            notes += [(below, False) for below in node._prev]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
