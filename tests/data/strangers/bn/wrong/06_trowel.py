import math
from collections import defaultdict
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
    def __init__(self, data, _prev=(), op=Op.LEAF, extra=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = op
        self._extra = extra

    def _backward(self):
        """The contributions to the inputs, in their order."""
        g = self.grad
        match self._op:
            case Op.LEAF:
                return ()
            case Op.ADD:
                return g, g
            case Op.SUB:
                return g, -g
            case Op.MUL:
                a, b = self._prev
                return g * b.data, g * a.data
            case Op.DIV:
                a, b = self._prev
                return g / b.data, -g * self.data / b.data
            case Op.NEG:
                return (-g,)
            case Op.POW:
                n = self._extra
                return (g * n * self._prev[0].data ** (n - 1) if n != 0 else 0.0,)
            case Op.TANH:
                return (g * (1.0 - self.data**2),)
            case Op.EXP:
                return (g * self.data,)
            case Op.RELU:
                return (g if self._prev[0].data > 0 else 0.0,)

    def __add__(self, o):
        o = number(o)
        return Value(self.data + o.data, (self, o), Op.ADD)

    def __sub__(self, o):
        o = number(o)
        return Value(self.data - o.data, (self, o), Op.SUB)

    def __mul__(self, o):
        o = number(o)
        return Value(self.data * o.data, (self, o), Op.MUL)

    def __truediv__(self, o):
        o = number(o)
        return Value(self.data / o.data, (self, o), Op.DIV)

    def __radd__(self, o):
        return number(o).__add__(self)

    def __rsub__(self, o):
        return number(o).__sub__(self)

    def __rmul__(self, o):
        return number(o).__mul__(self)

    def __rtruediv__(self, o):
        return number(o).__truediv__(self)

    def __neg__(self):
        return Value(-self.data, (self,), Op.NEG)

    def __pow__(self, n):
        return Value(self.data**n, (self,), Op.POW, n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), Op.TANH)

    def exp(self):
        return Value(math.exp(min(self.data, 88.0)), (self,), Op.EXP)

    def relu(self):
        return Value(max(0.0, self.data), (self,), Op.RELU)

    def backward(self):
        waiting = defaultdict(int)
        seen = {self}
        todo = [self]
        while todo:
            node = todo.pop()
            if node._op is not Op.LEAF:
                node.grad = 0.0
            for source in node._prev:
                waiting[source] += 1
                if source not in seen:
                    seen.add(source)
                    todo.append(source)
        self.grad += 1.0
        free = [self]
        while free:
            node = free.pop()
            for source, amount in zip(node._prev, node._backward()):
                source.grad += amount
                waiting[source] -= 1
                if not waiting[source]:
                    free.append(source)


def number(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    path = []
    node, rest = v, iter(v._prev)
    visited.add(v)
    while True:
        child = next(rest, None)
        if child is None:
            topo.append(node)
            if not path:
                return
            node, rest = path.pop()
        elif child not in visited:
            visited.add(child)
            path.append((node, rest))
            node, rest = child, iter(child._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
