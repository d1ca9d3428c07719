"""A small machine: a graph is assembled into four columns of numbers, and the machine runs them."""

import math
from array import array
from enum import IntEnum
from itertools import repeat


class Code(IntEnum):
    ADD = 0
    SUB = 1
    FMA = 2  # slopes from the columns of numbers
    NEG = 3
    SCALE = 4
    PUT = 5


class Instruction(tuple):
    """(code, left slope, right slope): the local rule of a node, for the machine to read."""

    __slots__ = ()

    def __call__(self, g):
        code, p, q = self
        if code == Code.ADD:
            return g, g
        if code == Code.SUB:
            return g, -g
        if code == Code.FMA:
            return g * p, g * q
        if code == Code.NEG:
            return -g, 0.0
        return g * p, 0.0


class Value:
    __slots__ = "data", "grad", "_prev", "_op", "_backward", "__weakref__"

    def __init__(self, data, _prev=(), _op="", _backward=Instruction((Code.PUT, 0.0, 0.0))):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _backward

    def __add__(self, other):
        return emit(Code.ADD, self, other)

    def __radd__(self, other):
        return emit(Code.ADD, other, self)

    def __sub__(self, other):
        return emit(Code.SUB, self, other)

    def __rsub__(self, other):
        return emit(Code.SUB, other, self)

    def __mul__(self, other):
        return emit("*", self, other)

    def __rmul__(self, other):
        return emit("*", other, self)

    def __truediv__(self, other):
        return emit("/", self, other)

    def __rtruediv__(self, other):
        return emit("/", other, self)

    def __neg__(self):
        return Value(-self.data, (self,), "neg", Instruction((Code.NEG, 0.0, 0.0)))

    def __pow__(self, n):
        return scale(self, self.data**n, n * self.data ** (n - 1) if n != 0 else 0.0, "**")

    def tanh(self):
        t = math.tanh(self.data)
        return scale(self, t, 1.0 - t * t, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return scale(self, e, e, "exp")

    def relu(self):
        return scale(self, *((self.data, 1.0) if self.data > 0 else (0.0, 0.0)), "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        last = len(topo)  # a cell of its own for inputs that are not there
        place = {node: number for number, node in enumerate(topo)}
        left = array("q", repeat(last, last))
        right = array("q", repeat(last, last))
        cells = array("d", repeat(0.0, last + 1))
        for number, node in enumerate(topo):
            for column, below in zip((left, right), node._prev):
                column[number] = place[below]
        cells[last - 1] = 1.0
        for counter in range(last - 1, -1, -1):
            node = topo[counter]
            if node._prev:
                p, q = node._backward(cells[counter])
                cells[left[counter]] += p
                cells[right[counter]] += q
        for node, amount in zip(topo, cells):
            node.grad = amount if node._prev else node.grad + amount


def scale(node, y, slope, op):
    return Value(y, (node,), op, Instruction((Code.SCALE, slope, 0.0)))


def emit(code, left, right):
    left = left if isinstance(left, Value) else Value(left)
    right = right if isinstance(right, Value) else Value(right)
    x, y = left.data, right.data
    if code == Code.ADD:
        return Value(x + y, (left, right), "+", Instruction((code, 0.0, 0.0)))
    if code == Code.SUB:
        return Value(x - y, (left, right), "-", Instruction((code, 0.0, 0.0)))
    if code == "*":
        return Value(x * y, (left, right), "*", Instruction((Code.FMA, y, x)))
    ratio = x / y
    return Value(ratio, (left, right), "/", Instruction((Code.FMA, 1.0 / y, -ratio / y)))


def build_topo(v, visited, topo):
    stack = [v, None]
    while stack:
        node = stack.pop()
        if node is None:  # what lies below this mark is met on the way down
            node = stack.pop()
            if node in visited:
                continue
            visited.add(node)
            stack.append(node)
            for below in node._prev:
                if below not in visited:
                    stack += (below, None)
        else:
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
