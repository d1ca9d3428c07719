"""Age is order: a heap gives the youngest node first. Plain numbers never become nodes."""

import heapq
import math
import operator
from itertools import count

_birthdays = count(1)


class Value:
    def __init__(self, data, _prev=(), _op="", _backward=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _backward
        self._birthday = -next(_birthdays)

    def _arith(self, other, f, mine, its):
        """f of self and other; mine and its: slopes as functions of (x, y)."""
        if isinstance(other, Value):
            x, y = self.data, other.data
            return Value(f(x, y), (self, other), f.__name__, (mine(x, y), its(x, y)))
        x, y = self.data, float(other)
        return Value(f(x, y), (self,), f.__name__, (mine(x, y),))

    def _arith_r(self, other, f, mine):
        """f of a plain number on the left and self on the right."""
        x, y = float(other), self.data
        return Value(f(x, y), (self,), f.__name__, (mine(x, y),))

    def __add__(self, other):
        return self._arith(other, operator.add, lambda x, y: 1.0, lambda x, y: 1.0)

    def __radd__(self, other):
        if type(other) is int and other == 0:
            return self
        return self._arith_r(other, operator.add, lambda x, y: 1.0)

    def __sub__(self, other):
        return self._arith(other, operator.sub, lambda x, y: 1.0, lambda x, y: -1.0)

    def __rsub__(self, other):
        return self._arith_r(other, operator.sub, lambda x, y: -1.0)

    def __mul__(self, other):
        return self._arith(other, operator.mul, lambda x, y: y, lambda x, y: x)

    def __rmul__(self, other):
        return self._arith_r(other, operator.mul, lambda x, y: x)

    def __truediv__(self, other):
        return self._arith(
            other, operator.truediv, lambda x, y: 1.0 / y, lambda x, y: -(x / y) / y
        )

    def __rtruediv__(self, other):
        return self._arith_r(other, operator.truediv, lambda x, y: -(x / y) / y)

    def __neg__(self):
        return Value(-self.data, (self,), "neg", (-1.0,))

    def __pow__(self, n):
        if n == 1:
            return self
        if n == 0:
            return Value(1.0, (self,), "pow", (0.0,))
        return Value(
            saturating(pow, self.data, n), (self,), "pow", (n * saturating(pow, self.data, n - 1),)
        )

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", (e,))

    def relu(self):
        slope = self.data > 0
        return Value(self.data if slope else 0.0, (self,), "relu", (1.0 if slope else 0.0,))

    def backward(self):
        g = {self: 1.0}
        heap = [(self._birthday, self)]
        while heap:
            _, node = heapq.heappop(heap)
            flow = g.pop(node)
            if not node._prev:
                node.grad += flow
                continue
            for source, slope in zip(node._prev, node._backward):
                if source not in g:
                    g[source] = 0.0
                    heapq.heappush(heap, (source._birthday, source))
                g[source] += flow * slope


def saturating(f, x, n):
    if x == 0 and -1 < n < 0:
        return math.inf
    try:
        return f(float(x), n)
    except OverflowError:
        return math.copysign(math.inf, x) if n % 2 == 1 else math.inf


def build_topo(v, visited, topo):
    visited.add(v)
    heap = [(v._birthday, v)]
    while heap:
        node = heapq.heappop(heap)[1]
        topo.append(node)
        for source in node._prev:
            if source not in visited:
                visited.add(source)
                heapq.heappush(heap, (source._birthday, source))
    topo.sort(key=lambda node: -node._birthday)


def zero_grad(root):
    everything = []
    build_topo(root, set(), everything)
    for node in everything:
        node.grad = 0.0
