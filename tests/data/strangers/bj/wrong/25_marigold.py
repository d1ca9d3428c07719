"""Engine with one enum for the kinds of nodes and one function for all slopes."""

import math
from enum import Enum, auto


class Kind(Enum):
    ADD = auto()
    SUB = auto()
    MUL = auto()
    DIV = auto()
    NEG = auto()
    POW = auto()
    TANH = auto()
    EXP = auto()
    RELU = auto()


def slopes(node):
    """d node / d input, for each input."""
    kind = node._op
    x = [source.data for source in node._prev]
    y = node.data
    if kind is Kind.ADD:
        return [1.0, 1.0]
    if kind is Kind.SUB:
        return [1.0, -1.0]
    if kind is Kind.MUL:
        return [x[1], x[0]]
    if kind is Kind.DIV:
        return [1.0 / x[1], -y / x[1]]
    if kind is Kind.NEG:
        return [-1.0]
    if kind is Kind.POW:
        n = node.exponent
        return [n * x[0] ** (n - 1) if n != 0 else 0.0]
    if kind is Kind.TANH:
        return [1.0 - y * y]
    if kind is Kind.EXP:
        return [y]
    if kind is Kind.RELU:
        return [1.0 if x[0] > 0.0 else 0.0]
    return []


def rule(node):
    for source, slope in zip(node._prev, slopes(node)):
        source.grad += slope * node.grad


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = rule

    def __add__(self, other):
        other = as_node(other)
        return Value(self.data + other.data, (self, other), Kind.ADD)

    def __sub__(self, other):
        other = as_node(other)
        return Value(self.data - other.data, (self, other), Kind.SUB)

    def __mul__(self, other):
        other = as_node(other)
        return Value(self.data * other.data, (self, other), Kind.MUL)

    def __truediv__(self, other):
        other = as_node(other)
        return Value(self.data / other.data, (self, other), Kind.DIV)

    def __radd__(self, other):
        return as_node(other) + self

    def __rsub__(self, other):
        return as_node(other) - self

    def __rmul__(self, other):
        return as_node(other) * self

    def __rtruediv__(self, other):
        return as_node(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), Kind.NEG)

    def __pow__(self, n):
        out = Value(self.data**n, (self,), Kind.POW)
        out.exponent = n
        return out

    def tanh(self):
        return Value(math.tanh(self.data), (self,), Kind.TANH)

    def exp(self):
        return Value(math.exp(self.data), (self,), Kind.EXP)

    def relu(self):
        return Value(max(self.data, 0.0), (self,), Kind.RELU)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        inner = [node for node in reversed(order) if node._prev]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in inner:
            if node.grad == 0.0:
                break
            node._backward(node)


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for source in node._prev:
            if source not in visited:
                stack.append((source, False))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
