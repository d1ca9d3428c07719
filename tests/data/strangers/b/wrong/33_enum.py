import math
from enum import Enum, auto


class Op(Enum):
    LEAF = auto()
    ADD = auto()
    MUL = auto()
    POW = auto()
    TANH = auto()
    EXP = auto()
    RELU = auto()


class Value:
    def __init__(self, data, op=Op.LEAF, inputs=(), n=None):
        self.data = data
        self.grad = 0.0
        self.op = op
        self._prev = inputs
        self.n = n

    def __add__(self, other):
        other = ensure_value(other)
        return Value(self.data + other.data, Op.ADD, (self, other))

    def __mul__(self, other):
        other = ensure_value(other)
        return Value(self.data * other.data, Op.MUL, (self, other))

    def __pow__(self, n):
        return Value(self.data**n, Op.POW, (self,), n)

    def tanh(self):
        return Value(math.tanh(self.data), Op.TANH, (self,))

    def exp(self):
        return Value(math.exp(self.data), Op.EXP, (self,))

    def relu(self):
        return Value(max(0.0, self.data), Op.RELU, (self,))

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + ensure_value(other) * -1
    def __rsub__(self, other): return ensure_value(other) - self
    def __truediv__(self, other): return self * ensure_value(other) ** -1
    def __rtruediv__(self, other): return ensure_value(other) / self
    __radd__ = __add__
    __rmul__ = __mul__

    def _backward(self):
        if self.op is Op.LEAF:
            return
        x, y = self._prev[0], self._prev[-1]
        if self.op is Op.ADD:
            x.grad += self.grad
            y.grad += self.grad
        elif self.op is Op.MUL:
            x.grad += y.data * self.grad
            y.grad += x.data * self.grad
        elif self.op is Op.POW and self.n != 0:
            x.grad += self.n * x.data ** (self.n - 1) * self.grad
        elif self.op is Op.TANH:
            x.grad += (1 - self.data**2) * self.grad
        elif self.op is Op.EXP:
            x.grad += self.data * self.grad
        elif self.op is Op.RELU and x.data > 0:
            x.grad += self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if v.op is not Op.LEAF:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def ensure_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for p in v._prev:
            build_topo(p, visited, topo)
        topo.append(v)


def zero_grad(root):
    seen = {root}
    todo = [root]
    for node in todo:
        node.grad = 0.0
        fresh = set(node._prev) - seen
        seen |= fresh
        todo.extend(fresh)
