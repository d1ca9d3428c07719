"""Everything is one primitive: a value and its partial derivatives towards older nodes.

A node has a birth number; going back means taking the youngest waiting node off a heap.
Pending gradients live in a dictionary, so that inner nodes need no restart.
"""
import math
from heapq import heappop, heappush
from itertools import count

births = count()


class Value:
    __slots__ = ("data", "grad", "birth", "partials", "__weakref__")

    def __init__(self, data, partials=()):
        self.data, self.grad = float(data), 0.0
        self.birth, self.partials = next(births), partials

    @property
    def _prev(self):
        return tuple(p for p, _ in self.partials)

    @property
    def _backward(self):
        return lambda g: [(p, d * g) for p, d in self.partials]

    def __lt__(self, other):
        return self.birth > other.birth

    def __add__(a, b):
        b = V(b)
        return Value(a.data + b.data, ((a, 1.0), (b, 1.0)))

    def __mul__(a, b):
        b = V(b)
        return Value(a.data * b.data, ((a, b.data), (b, a.data)))

    def __pow__(a, n):
        return Value(a.data ** n, ((a, n * a.data ** (n - 1)),) if n != 0 else ((a, 0.0),))

    def __neg__(a): return Value(-a.data, ((a, -1.0),))
    def __sub__(a, b): return a + -V(b)
    def __rsub__(a, b): return -a + b
    def __truediv__(a, b): return a * V(b) ** -1
    def __rtruediv__(a, b): return a ** -1 * b
    __radd__, __rmul__ = __add__, __mul__

    def tanh(a):
        t = math.tanh(a.data)
        return Value(t, ((a, 1 - t * t),))

    def exp(a):
        e = math.exp(a.data)
        return Value(e, ((a, e),))

    def relu(a):
        return Value(a.data, ((a, 1.0),)) if a.data > 0 else Value(0.0, ((a, 0.0),))

    def backward(self):
        pending, heap = {self: 1.0}, [self]
        while heap:
            node = heappop(heap)
            g = pending.pop(node)
            if not node.partials:
                node.grad += g
                continue
            node.grad = g
            for p, share in node._backward(g):
                if p not in pending:
                    pending[p] = 0.0
                    heappush(heap, p)
                pending[p] += share


def V(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    heap = [v]
    visited.add(v)
    while heap:
        topo.append(heappop(heap))
        for p in topo[-1]._prev:
            if p not in visited:
                visited.add(p)
                heappush(heap, p)
    topo.reverse()


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
