"""An engine in columns: a Value is only a row number, the numbers live in arrays."""
import math
from array import array

DATA = array("d")
GRAD = array("d")
EXTRA = array("d")
KIND = bytearray()

LEAF, ADD, SUB, MUL, DIV, NEG, POW, TANH, EXP, RELU = range(10)


class Value:
    __slots__ = ("row", "_prev", "__weakref__")

    def __init__(self, data, kind=LEAF, _prev=(), extra=0.0):
        self.row = len(DATA)
        self._prev = _prev
        DATA.append(data)
        GRAD.append(0.0)
        EXTRA.append(extra)
        KIND.append(kind)

    @property
    def data(self):
        return DATA[self.row]

    @data.setter
    def data(self, number):
        DATA[self.row] = number

    @property
    def grad(self):
        return GRAD[self.row]

    @grad.setter
    def grad(self, number):
        GRAD[self.row] = number

    def _backward(self):
        i = self.row
        kind = KIND[i]
        if kind == LEAF:
            return
        g = GRAD[i]
        a = self._prev[0].row
        b = self._prev[-1].row
        if kind == ADD:
            GRAD[a] += g
            GRAD[b] += g
        elif kind == SUB:
            GRAD[a] += g
            GRAD[b] -= g
        elif kind == MUL:
            GRAD[a] += g * DATA[b]
            GRAD[b] += g * DATA[a]
        elif kind == DIV:
            GRAD[a] += g / DATA[b]
            GRAD[b] -= g * DATA[i] / DATA[b]
        elif kind == NEG:
            GRAD[a] -= g
        elif kind == POW:
            n = EXTRA[i]
            if n != 0.0:
                GRAD[a] += g * n * DATA[a] ** (n - 1.0)
        elif kind == TANH:
            GRAD[a] += g * (1.0 - DATA[i] * DATA[i])
        elif kind == EXP:
            GRAD[a] += g * DATA[i]
        elif kind == RELU:
            if DATA[a] > 0.0:
                GRAD[a] += g

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev and node is not self:
                GRAD[node.row] = 0.0
        GRAD[self.row] += 1.0
        for node in reversed(order):
            node._backward()

    def __add__(self, other):
        other = row_of(other)
        return Value(self.data + other.data, ADD, (self, other))

    def __radd__(self, other):
        return row_of(other) + self

    def __sub__(self, other):
        other = row_of(other)
        return Value(self.data - other.data, SUB, (self, other))

    def __rsub__(self, other):
        return row_of(other) - self

    def __mul__(self, other):
        other = row_of(other)
        return Value(self.data * other.data, MUL, (self, other))

    def __rmul__(self, other):
        return row_of(other) * self

    def __truediv__(self, other):
        other = row_of(other)
        return Value(self.data / other.data, DIV, (self, other))

    def __rtruediv__(self, other):
        return row_of(other) / self

    def __neg__(self):
        return Value(-self.data, NEG, (self,))

    def __pow__(self, n):
        return Value(self.data ** n, POW, (self,), n)

    def tanh(self):
        return Value(math.tanh(self.data), TANH, (self,))

    def exp(self):
        return Value(math.exp(self.data), EXP, (self,))

    def relu(self):
        return Value(max(self.data, 0.0), RELU, (self,))


def row_of(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    # rows are handed out in order of birth, so sorting by row puts inputs first
    visited.add(v)
    fresh = [v]
    found = [v]
    while fresh:
        for inp in fresh.pop()._prev:
            if inp not in visited:
                visited.add(inp)
                fresh.append(inp)
                found.append(inp)
    found.sort(key=lambda node: node.row)
    topo.extend(found)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        GRAD[node.row] = 0.0
