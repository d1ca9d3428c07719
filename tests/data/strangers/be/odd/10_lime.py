"""Records in a binary format: a node packs its derivatives into bytes, as if it went to a disk.
The order of a pass is that of the birth dates, kept by a heap."""

import heapq
import math
import struct

PAIR, SINGLE, NONE = struct.Struct("<dd"), struct.Struct("<d"), struct.Struct("<")
BORN = [0]


class Value:
    def __init__(self, data, _prev=(), _op="", _record=b""):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self._op = _op
        self._record = _record
        BORN[0] -= 1
        self._born = BORN[0]

    def __lt__(self, other):
        return self._born < other._born

    def _backward(self):
        return (NONE, SINGLE, PAIR)[len(self._prev)].unpack(self._record)

    @staticmethod
    def _two(op, a, b):
        a = a if isinstance(a, Value) else Value(a)
        b = b if isinstance(b, Value) else Value(b)
        x, y = a.data, b.data
        if op == "*":
            z, record = x * y, PAIR.pack(y, x)
        elif op == "/":
            z = x / y
            record = PAIR.pack(1.0 / y, -z / y)
        elif op == "+":
            z, record = x + y, PAIR.pack(1.0, 1.0)
        else:
            z, record = x - y, PAIR.pack(1.0, -1.0)
        return Value(z, (a, b), op, record)

    def _one(self, op, z, slope):
        return Value(z, (self,), op, SINGLE.pack(slope))

    def __add__(self, other):
        return self._two("+", self, other)

    def __radd__(self, other):
        return self._two("+", other, self)

    def __sub__(self, other):
        return self._two("-", self, other)

    def __rsub__(self, other):
        return self._two("-", other, self)

    def __mul__(self, other):
        return self._two("*", self, other)

    def __rmul__(self, other):
        return self._two("*", other, self)

    def __truediv__(self, other):
        return self._two("/", self, other)

    def __rtruediv__(self, other):
        return self._two("/", other, self)

    def __neg__(self):
        return self._one("neg", -self.data, -1.0)

    def __pow__(self, n):
        if n == 0:
            return self._one("**", 1.0, 0.0)
        if n == 1:
            return self
        return self._one("**", self.data**n, n * self.data ** (n - 1))

    def tanh(self):
        t = math.tanh(self.data)
        return self._one("tanh", t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._one("exp", e, e)

    def relu(self):
        if self.data <= 0:
            return self._one("relu", 0.0, 0.0)
        return self._one("relu", self.data, 1.0)

    def backward(self):
        purse = {}
        for node in youngest_first(self):
            g = purse.pop(node, 0.0) + (node is self)
            if node._prev:
                for i, slope in zip(node._prev, node._backward()):
                    purse[i] = purse.get(i, 0.0) + g * slope
                node.grad = g
            else:
                node.grad += g


def youngest_first(root):
    heap, known = [root], {root}
    while heap:
        node = heapq.heappop(heap)
        yield node
        for i in node._prev:
            if i not in known:
                known.add(i)
                heapq.heappush(heap, i)


def build_topo(v, visited, topo):
    for node in youngest_first(v):
        topo.insert(len(topo), node)
        visited.add(node)
    topo.reverse()


def zero_grad(root):
    for node in youngest_first(root):
        node.grad = 0.0
