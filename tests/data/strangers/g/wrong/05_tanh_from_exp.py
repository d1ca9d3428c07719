import heapq
import math
from itertools import count


class Value:
    """Rules are generators of (input, contribution)."""

    _numbers = count()

    def __init__(self, data, _prev=(), rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._rule = rule
        self._n = next(Value._numbers)

    def _backward(self):
        if self._rule is not None:
            for node, part in self._rule(self.grad):
                node.grad += part

    @staticmethod
    def _lift(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = self._lift(other)

        def rule(g):
            yield self, g
            yield other, g

        return Value(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = self._lift(other)

        def rule(g):
            yield self, g * other.data
            yield other, g * self.data

        return Value(self.data * other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                yield self, g * n * self.data ** (n - 1)

        return Value(self.data**n, (self,), rule)

    def tanh(self):
        x = self.data
        t = (math.exp(2 * x) - 1) / (math.exp(2 * x) + 1)

        def rule(g):
            yield self, g * (1 - t**2)

        return Value(t, (self,), rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            yield self, g * e

        return Value(e, (self,), rule)

    def relu(self):
        def rule(g):
            if self.data > 0:
                yield self, g

        return Value(max(0.0, self.data), (self,), rule)

    def __neg__(self): return self * -1.0
    def __radd__(self, other): return self + other
    def __rmul__(self, other): return self * other
    def __sub__(self, other): return self + self._lift(other) * -1.0
    def __rsub__(self, other): return self * -1.0 + other
    def __truediv__(self, other): return self * self._lift(other) ** -1
    def __rtruediv__(self, other): return self**-1 * other

    def backward(self):
        order = list(newest_first(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def newest_first(root):
    heap, met = [(-root._n, root)], {root}
    while heap:
        node = heapq.heappop(heap)[1]
        yield node
        for p in node._prev:
            if p not in met:
                met.add(p)
                heapq.heappush(heap, (-p._n, p))


def build_topo(v, visited, topo):
    topo += list(newest_first(v))[::-1]


def zero_grad(root):
    for node in newest_first(root):
        node.grad = 0.0
