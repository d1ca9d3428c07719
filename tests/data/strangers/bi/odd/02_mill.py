"""An event queue: the youngest node with something to say speaks first."""

import heapq
import itertools
import math

clock = itertools.count()


class Value:
    def __init__(self, data, *arrows):
        """arrows: (input, function from the gradient here to the contribution there)"""
        self.data = data
        self.grad = 0.0
        self.arrows = arrows
        self.born = -next(clock)

    def __lt__(self, other):
        # Only for the heap: younger first.
        return self.born < other.born

    @property
    def _prev(self):
        return [node for node, _ in self.arrows]

    def _backward(self):
        g = self.grad
        for node, arrow in self.arrows:
            node.grad += arrow(g)

    def backward(self):
        met, heap = {id(self)}, [self]
        if self.arrows:
            self.grad = 0.0
        self.grad += 1.0
        while heap:
            node = heapq.heappop(heap)
            for below in node._prev:
                if id(below) not in met:
                    met.add(id(below))
                    heapq.heappush(heap, below)
                    if below.arrows:
                        below.grad = 0.0
            node._backward()

    def __add__(self, o):
        o = of(o)
        return Value(self.data + o.data, (self, float), (o, float))

    def __neg__(self):
        return Value(-self.data, (self, lambda g: -g))

    def __sub__(self, o):
        return -(of(o) + -self)

    def __mul__(self, o):
        o = of(o)
        return Value(
            self.data * o.data, (o, lambda g: g * self.data), (self, lambda g: g * o.data)
        )

    def __truediv__(self, o):
        o = of(o)
        q = self.data / o.data
        return Value(q, (self, lambda g: g / o.data), (o, lambda g: -g * (q / o.data)))

    def __pow__(self, n):
        def arrow(g):
            return g * n * self.data ** (n - 1) if n != 0 else 0.0

        return Value(self.data**n, (self, arrow))

    def __radd__(self, o):
        return self + o

    def __rmul__(self, o):
        return self * o

    def __rsub__(self, o):
        return -(self - o)

    def __rtruediv__(self, o):
        return of(o) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, lambda g: g * (1 - t) * (1 + t)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, e.__mul__))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self, float))
        return Value(0.0, (self, lambda g: 0.0))


def of(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    found, front = {v}, {v}
    while front:
        front = {below for node in front for below in node._prev} - found
        found |= front
    topo += sorted(found, key=lambda node: -node.born)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
