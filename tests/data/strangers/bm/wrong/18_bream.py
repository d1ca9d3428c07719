import math
from enum import Enum


class Op(Enum):
    LEAF = 0
    ADD = 1
    SUB = 2
    MUL = 3
    DIV = 4
    NEG = 5
    POW = 6
    TANH = 7
    EXP = 8
    RELU = 8


class Value:
    def __init__(self, data, _prev=(), op=Op.LEAF, n=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self.op = op
        self.n = n

    def __repr__(self):
        return f"<{self.op.name} {self.data}>"

    def _backward(self):
        g = self.grad
        match self.op:
            case Op.LEAF:
                pass
            case Op.ADD:
                a, b = self._prev
                a.grad += g
                b.grad += g
            case Op.SUB:
                a, b = self._prev
                a.grad += g
                b.grad -= g
            case Op.MUL:
                a, b = self._prev
                a.grad += g * b.data
                b.grad += g * a.data
            case Op.DIV:
                a, b = self._prev
                a.grad += g / b.data
                b.grad -= g * a.data / b.data**2
            case Op.NEG:
                (a,) = self._prev
                a.grad -= g
            case Op.POW:
                (a,) = self._prev
                if self.n != 0:
                    a.grad += g * self.n * a.data ** (self.n - 1)
            case Op.TANH:
                (a,) = self._prev
                a.grad += g * (1 - self.data**2)
            case Op.EXP:
                (a,) = self._prev
                a.grad += g * self.data
            case Op.RELU:
                (a,) = self._prev
                if self.data > 0:
                    a.grad += g

    def _with(self, other, op):
        other = make(other)
        x, y = self.data, other.data
        match op:
            case Op.ADD:
                z = x + y
            case Op.SUB:
                z = x - y
            case Op.MUL:
                z = x * y
            case Op.DIV:
                z = x / y
        return Value(z, (self, other), op)

    def __add__(self, other):
        return self._with(other, Op.ADD)

    def __sub__(self, other):
        return self._with(other, Op.SUB)

    def __mul__(self, other):
        return self._with(other, Op.MUL)

    def __truediv__(self, other):
        return self._with(other, Op.DIV)

    def __radd__(self, other):
        return make(other)._with(self, Op.ADD)

    def __rsub__(self, other):
        return make(other)._with(self, Op.SUB)

    def __rmul__(self, other):
        return make(other)._with(self, Op.MUL)

    def __rtruediv__(self, other):
        return make(other)._with(self, Op.DIV)

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
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node.op is not Op.LEAF:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def make(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    finished = set()
    while stack:
        node = stack[-1]
        if node not in visited:
            visited.add(node)
            stack.extend(p for p in node._prev if p not in visited)
        else:
            stack.pop()
            if node not in finished:
                finished.add(node)
                topo.append(node)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
