"""Numbers live in arrays; a Value is only an index. Time runs backwards by a heap of indices."""

import heapq
import math
from array import array

DATA, GRAD = array("d"), array("d")


class Value:
    __slots__ = ("_i", "_prev", "_local")

    def __init__(self, data, _prev=(), _local=()):
        self._i = len(DATA)
        DATA.append(data)
        GRAD.append(0.0)
        self._prev = _prev
        self._local = _local

    data = property(lambda s: DATA[s._i], lambda s, x: DATA.__setitem__(s._i, x))
    grad = property(lambda s: GRAD[s._i], lambda s, x: GRAD.__setitem__(s._i, x))

    def _backward(self):
        g = GRAD[self._i]
        for p, d in zip(self._prev, self._local):
            GRAD[p._i] += g * d

    def __add__(a, b):
        return Value(a.data + b.data, (a, b), (1, 1)) if isinstance(b, Value) else Value(a.data + b, (a,), (1,))

    __radd__ = __add__

    def __neg__(a):
        return Value(-a.data, (a,), (-1,))

    def __sub__(a, b):
        return Value(a.data - b.data, (a, b), (1, -1)) if isinstance(b, Value) else Value(a.data - b, (a,), (1,))

    def __rsub__(a, k):
        return Value(k - a.data, (a,), (-1,))

    def __mul__(a, b):
        return Value(a.data * b.data, (a, b), (b.data, a.data)) if isinstance(b, Value) else Value(a.data * b, (a,), (b,))

    __rmul__ = __mul__

    def __truediv__(a, b):
        if isinstance(b, Value):
            return Value(a.data / b.data, (a, b), (1 / b.data, -a.data / b.data / b.data))
        return Value(a.data / b, (a,), (1 / b,))

    def __rtruediv__(a, k):
        return Value(k / a.data, (a,), (-k / a.data / a.data,))

    def __pow__(a, n):
        return Value(a.data**n, (a,), (n * a.data ** (n - 1) if n else 0.0,))

    def tanh(a):
        t = math.tanh(a.data)
        return Value(t, (a,), (1 - t * t,))

    def exp(a):
        e = math.exp(a.data)
        return Value(e, (a,), (e,))

    def relu(a):
        return Value(max(a.data, 0.0), (a,), (float(a.data > 0),))

    def _latest_first(self):
        heap, found = [-self._i], {self._i: self}
        while heap:
            node = found[-heapq.heappop(heap)]
            yield node
            for p in node._prev:
                if p._i not in found:
                    found[p._i] = p
                    heapq.heappush(heap, -p._i)

    def backward(self):
        order = list(self._latest_first())
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def build_topo(v, visited, topo):
    topo.extend(reversed(list(v._latest_first())))


def zero_grad(root):
    for node in root._latest_first():
        node.grad = 0.0
