import math
from enum import Enum


class Op(Enum):
    LEAF = 0
    ADD = 1
    MUL = 2
    DIV = 3
    NEG = 4
    POW = 5
    TANH = 6
    EXP = 7
    RELU = 8


def slopes_of(out):
    """One slope per input of `out`, from the numbers in the graph."""
    x = [node.data for node in out._prev]
    if out.op is Op.ADD:
        return 1.0, 1.0
    if out.op is Op.MUL:
        return x[1], x[0]
    if out.op is Op.DIV:
        return 1.0 / x[1], -out.data / x[1]
    if out.op is Op.NEG:
        return (-1.0,)
    if out.op is Op.POW:
        return (out.n * x[0] ** (out.n - 1) if out.n != 0 else 0.0,)
    if out.op is Op.TANH:
        return (1.0 - out.data * out.data,)
    if out.op is Op.EXP:
        return (out.data,)
    if out.op is Op.RELU:
        return (1.0 if x[0] > 0 else 0.0,)
    return ()


class Value:
    def __init__(self, data, _prev=(), op=Op.LEAF, n=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self.op = op
        self.n = n

    def _backward(self):
        for node, slope in zip(self._prev, slopes_of(self)):
            node.grad += self.grad * slope

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.op is not Op.LEAF:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

    def __add__(self, other):
        other = value_of(other)
        return Value(self.data + other.data, (self, other), Op.ADD)

    def __mul__(self, other):
        other = value_of(other)
        return Value(self.data * other.data, (self, other), Op.MUL)

    def __truediv__(self, other):
        other = value_of(other)
        return Value(self.data / other.data, (self, other), Op.DIV)

    def __neg__(self):
        return Value(-self.data, (self,), Op.NEG)

    def __sub__(self, other):
        return self + -value_of(other)

    def __radd__(self, other):
        return value_of(other) + self

    def __rsub__(self, other):
        return value_of(other) + -self

    def __rmul__(self, other):
        return value_of(other) * self

    def __rtruediv__(self, other):
        return value_of(other) / self

    def __pow__(self, n):
        return Value(self.data**n, (self,), Op.POW, n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), Op.TANH)

    def exp(self):
        return Value(math.exp(self.data), (self,), Op.EXP)

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), Op.RELU)


def value_of(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_listed = stack.pop()
        if inputs_listed:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for p in node._prev:
                stack.append((p, False))


def zero_grad(root):
    seen = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(id(node))
        node.grad = 0.0
        stack.extend(node._prev)
