import math
from enum import Enum, auto


class Op(Enum):
    LEAF = auto()
    ADD = auto()
    SUB = auto()
    MUL = auto()
    DIV = auto()
    NEG = auto()
    POW = auto()
    TANH = auto()
    EXP = auto()
    RELU = auto()


class Value:
    def __init__(self, data, _prev=(), _op=Op.LEAF, _n=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._n = _n
        self._mark = False

    def _backward(self):
        g = self.grad
        match self._op, self._prev:
            case Op.ADD, (a, b):
                a.grad += g
                b.grad += g
            case Op.SUB, (a, b):
                a.grad += g
                b.grad -= g
            case Op.MUL, (a, b):
                a.grad += g * b.data
                b.grad += g * a.data
            case Op.DIV, (a, b):
                a.grad += g / b.data
                b.grad -= g * a.data / b.data**2
            case Op.NEG, (a,):
                a.grad -= g
            case Op.POW, (a,):
                if self._n != 0:
                    a.grad += g * self._n * a.data ** (self._n - 1)
            case Op.TANH, (a,):
                a.grad += g * (1 - self.data**2)
            case Op.EXP, (a,):
                a.grad += g * self.data
            case Op.RELU, (a,):
                if a.data > 0:
                    a.grad += g

    def __add__(self, other):
        other = _v(other)
        return Value(self.data + other.data, (self, other), Op.ADD)

    def __radd__(self, other):
        return _v(other) + self

    def __sub__(self, other):
        other = _v(other)
        return Value(self.data - other.data, (self, other), Op.SUB)

    def __rsub__(self, other):
        return _v(other) - self

    def __mul__(self, other):
        other = _v(other)
        return Value(self.data * other.data, (self, other), Op.MUL)

    def __rmul__(self, other):
        return _v(other) * self

    def __truediv__(self, other):
        other = _v(other)
        return Value(self.data / other.data, (self, other), Op.DIV)

    def __rtruediv__(self, other):
        return _v(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), Op.NEG)

    def __pow__(self, n):
        return Value(self.data**n, (self,), Op.POW, n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), Op.TANH)

    def exp(self):
        return Value(math.exp(self.data), (self,), Op.EXP)

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), Op.RELU)

    def backward(self):
        order = marked_walk(self)
        for node in order:
            node._mark = False
            if node._op is not Op.LEAF:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def _v(x):
    return x if isinstance(x, Value) else Value(x)


def marked_walk(root):
    """Inputs first. Marks what it has met: faster than a set."""
    order = []
    stack = [(root, False)]
    while stack:
        node, leaving = stack.pop()
        if leaving:
            order.append(node)
        elif not node._mark:
            node._mark = True
            stack.append((node, True))
            for child in node._prev:
                if not child._mark:
                    stack.append((child, False))
    return order


def build_topo(v, visited, topo):
    for node in marked_walk(v):
        node._mark = False
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in marked_walk(root):
        node.grad = 0.0
