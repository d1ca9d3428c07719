"""A heap: of the nodes met so far, the deepest one goes next."""
import heapq
import itertools
import math

ticket = itertools.count()


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward = _backward or (lambda g: ())
        self.number = next(ticket)
        self.depth = 1 + min(p.depth for p in self._prev) if self._prev else 0

    def __add__(self, other):
        other = entry(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = entry(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = entry(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), lambda g: (g * y, g * x))

    def __truediv__(self, other):
        other = entry(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), lambda g: (g / y, -g * x / (y * y)))

    def __pow__(self, n):
        x = self.data
        return Value(x ** n, (self,), lambda g: (0.0 if n == 0 else g * n * x ** (n - 1),))

    def __neg__(self): return Value(-self.data, (self,), lambda g: (-g,))
    def __radd__(self, other): return entry(other) + self
    def __rsub__(self, other): return entry(other) - self
    def __rmul__(self, other): return entry(other) * self
    def __rtruediv__(self, other): return entry(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        x = self.data
        return Value(x if x > 0 else 0.0, (self,), lambda g: (g if x > 0 else 0.0,))

    def backward(self):
        if self._prev:
            self.grad = 0.0
        self.grad += 1.0
        for node in descend(self):
            for p, g in zip(node._prev, node._backward(node.grad)):
                p.grad += g


def entry(x):
    return x if isinstance(x, Value) else Value(x)


def descend(root):
    heap = [(-root.depth, root.number, root)]
    met = {root}
    while heap:
        _, _, node = heapq.heappop(heap)
        for p in node._prev:
            if p not in met:
                met.add(p)
                if p._prev:
                    p.grad = 0.0
                heapq.heappush(heap, (-p.depth, p.number, p))
        yield node


def build_topo(v, visited, topo):
    todo = [v]
    visited.add(v)
    while todo:
        node = todo.pop()
        topo.append(node)
        fresh = set(node._prev) - visited
        visited |= fresh
        todo.extend(fresh)
    topo.sort(key=lambda node: node.number)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
