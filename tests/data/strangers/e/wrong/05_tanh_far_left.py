from enum import Enum, auto
import math


class Op(Enum):
    LEAF = auto()
    ADD = auto()
    MUL = auto()
    DIV = auto()
    POW = auto()
    TANH = auto()
    EXP = auto()
    RELU = auto()


def tanh_of(x):
    """tanh by hand: (1 - e) / (1 + e) with e = exp(-2x), written with expm1."""
    try:
        less_one = math.expm1(-2.0 * x)
    except OverflowError:
        return 1.0
    return -less_one / (2.0 + less_one)


class Value:
    def __init__(self, data, _prev=(), _op=Op.LEAF, _extra=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._extra = _extra

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, (self, other), Op.ADD)

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, (self, other), Op.MUL)

    def __truediv__(self, other):
        other = Value.of(other)
        return Value(self.data / other.data, (self, other), Op.DIV)

    def __pow__(self, n):
        return Value(self.data ** n, (self,), Op.POW, n)

    def tanh(self):
        return Value(tanh_of(self.data), (self,), Op.TANH)

    def exp(self):
        return Value(math.exp(self.data), (self,), Op.EXP)

    def relu(self):
        return Value(max(0.0, self.data), (self,), Op.RELU)

    def __neg__(self): return self * -1.0
    def __sub__(self, other): return self + (-other)
    def __rsub__(self, other): return (-self) + other
    def __rtruediv__(self, other): return Value.of(other) / self
    __radd__ = __add__
    __rmul__ = __mul__

    def _backward(self):
        g, op, prev = self.grad, self._op, self._prev
        if op is Op.ADD:
            prev[0].grad += g
            prev[1].grad += g
        elif op is Op.MUL:
            a, b = prev
            a.grad += g * b.data
            b.grad += g * a.data
        elif op is Op.DIV:
            a, b = prev
            a.grad += g / b.data
            b.grad -= g * self.data / b.data
        elif op is Op.POW:
            n = self._extra
            if n != 0:
                prev[0].grad += g * n * prev[0].data ** (n - 1)
        elif op is Op.TANH:
            prev[0].grad += g * (1.0 - self.data ** 2)
        elif op is Op.EXP:
            prev[0].grad += g * self.data
        elif op is Op.RELU:
            prev[0].grad += g * (prev[0].data > 0)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._op is not Op.LEAF:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, k = stack.pop()
        if k == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, k + 1))
        child = node._prev[k]
        if child not in visited:
            visited.add(child)
            stack.append((child, 0))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
