import math
from enum import Enum


class Op(Enum):
    LEAF = ""
    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "/"
    POW = "**"
    NEG = "-"
    TANH = "tanh"
    EXP = "exp"
    RELU = "relu"


def _power_slope(v):
    n, x = v.exponent, v._prev[0].data
    return (n * x ** (n - 1),) if n != 0 else (0.0,)


# the slopes of a node, one for each of its inputs
SLOPES = {
    Op.LEAF: lambda v: (),
    Op.NEG: lambda v: (-1.0,),
    Op.TANH: lambda v: (1.0 - v.data * v.data,),
    Op.EXP: lambda v: (v.data,),
    Op.RELU: lambda v: (1.0 if v.data > 0.0 else 0.0,),
    Op.POW: _power_slope,
    Op.ADD: lambda v: (1.0, 1.0),
    Op.SUB: lambda v: (1.0, -1.0),
    Op.MUL: lambda v: (v._prev[1].data, v._prev[0].data),
    Op.DIV: lambda v: (1.0 / v._prev[1].data, -v.data / v._prev[1].data),
}


class Value:
    def __init__(self, data, _prev=(), op=Op.LEAF, exponent=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self.op = op
        self.exponent = exponent

    def __repr__(self):
        return f"Value({self.data}, {self.op.name})"

    def _backward(self):
        for node, slope in zip(self._prev, SLOPES[self.op](self)):
            node.grad += slope * self.grad

    def __add__(self, other):
        other = wrapped(other)
        return Value(self.data + other.data, (self, other), Op.ADD)

    def __sub__(self, other):
        other = wrapped(other)
        return Value(self.data - other.data, (self, other), Op.SUB)

    def __mul__(self, other):
        other = wrapped(other)
        return Value(self.data * other.data, (self, other), Op.MUL)

    def __truediv__(self, other):
        other = wrapped(other)
        return Value(self.data / other.data, (self, other), Op.DIV)

    def __radd__(self, other):
        return wrapped(other) + self

    def __rsub__(self, other):
        return wrapped(other) - self

    def __rmul__(self, other):
        return wrapped(other) * self

    def __rtruediv__(self, other):
        return wrapped(other) / self

    def __pow__(self, n):
        return Value(self.data**n, (self,), Op.POW, n)

    def __neg__(self):
        return Value(-self.data, (self,), Op.NEG)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), Op.TANH)

    def exp(self):
        return Value(math.exp(self.data), (self,), Op.EXP)

    def relu(self):
        return Value(max(0.0, self.data), (self,), Op.RELU)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v.op is not Op.LEAF:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def wrapped(x):
    if not isinstance(x, Value):
        x = Value(x)
    return x


def build_topo(v, visited, topo):
    ENTER, LEAVE = 0, 1
    notes = [(ENTER, v)]
    while notes:
        what, node = notes.pop()
        if what == LEAVE:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            notes.append((LEAVE, node))
            for p in node._prev:
                notes.append((ENTER, p))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
