"""Rules are functools.partial objects over plain functions; slots; births give the order."""
import heapq
import itertools
import math
from functools import partial, partialmethod

clock = itertools.count()


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def add(a, b): return a + b, 1.0, 1.0
def sub(a, b): return a - b, 1.0, -1.0
def mul(a, b): return a * b, b, a
def div(a, b): return a / b, 1.0 / b, -a / b / b
def neg(a): return -a, -1.0
def tanh(a): return math.tanh(a), 1.0 - math.tanh(a) ** 2
def exp(a): return (math.exp(a),) * 2
def relu(a): return (a, 1.0) if a > 0.0 else (0.0, 0.0)


def spread(out, *slopes):
    for p, s in zip(out._prev, slopes):
        p.grad += s * out.grad


class Value:
    __slots__ = "data", "grad", "_prev", "_backward", "born"

    def __init__(self, data):
        self.data, self.grad, self._prev, self._backward = data, 0.0, (), spread
        self.born = next(clock)

    def _apply(self, f, *others):
        inputs = (self, *map(as_value, others))
        value, *slopes = f(*(i.data for i in inputs))
        out = Value(value)
        out._prev, out._backward = inputs, partial(spread, out, *slopes)
        return out

    def _flip(self, f, other):
        return as_value(other)._apply(f, self)

    __add__, __radd__ = partialmethod(_apply, add), partialmethod(_flip, add)
    __sub__, __rsub__ = partialmethod(_apply, sub), partialmethod(_flip, sub)
    __mul__, __rmul__ = partialmethod(_apply, mul), partialmethod(_flip, mul)
    __truediv__, __rtruediv__ = partialmethod(_apply, div), partialmethod(_flip, div)
    __neg__ = partialmethod(_apply, neg)
    tanh, exp, relu = partialmethod(_apply, tanh), partialmethod(_apply, exp), partialmethod(_apply, relu)

    def __pow__(self, n):
        return self._apply(lambda a: (a ** n, n * a ** (n - 1) if n != 0 else 0.0))

    def backward(self):
        nodes = list(youngest_first(self))
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            if node._prev:
                node._backward()


def youngest_first(root):
    heap, seen = [(-root.born, root)], {root}
    while heap:
        node = heapq.heappop(heap)[1]
        yield node
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                heapq.heappush(heap, (-p.born, p))


def build_topo(v, visited, topo):
    topo[:] = list(youngest_first(v))[::-1]


def zero_grad(root):
    for node in youngest_first(root):
        node.grad = 0.0
