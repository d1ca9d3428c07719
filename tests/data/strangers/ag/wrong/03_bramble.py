import heapq
import itertools
import math

_births = itertools.count()


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward or (lambda g: ())
        self.level = 1 + max((p.level for p in _prev), default=0)
        self.born = next(_births)

    @staticmethod
    def of(x):
        if isinstance(x, Value):
            return x
        return Value(x)

    def __add__(self, o):
        o = Value.of(o)
        return Value(self.data + o.data, (self, o), lambda g: (g, g))

    def __mul__(self, o):
        o = Value.of(o)
        x, y = self.data, o.data
        return Value(x * y, (self, o), lambda g: (g * y, g * x))

    def __truediv__(self, o):
        o = Value.of(o)
        x, y = self.data, o.data
        return Value(x / y, (self, o), lambda g: (g / y, -g * x / (y * y)))

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __sub__(self, o):
        return self + (-Value.of(o))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Value(1.0, (self,), lambda g: (0.0,))
        return Value(x**n, (self,), lambda g: (g * n * x ** (n - 1),))

    def __radd__(self, o):
        return Value.of(o) + self

    def __rsub__(self, o):
        return Value.of(o) - self

    def __rmul__(self, o):
        return Value.of(o) * self

    def __rtruediv__(self, o):
        return Value.of(o) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t**2),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        gate = 1.0 if self.data > 0 else 0.0
        return Value(self.data if gate else 0.0, (self,), lambda g: (g * gate,))

    def backward(self):
        """Deepest level first: a consumer always lies deeper than its inputs."""
        for v in reach(self):
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        heap = [(-self.level, self)]
        waiting = {self}
        while heap:
            v = heapq.heappop(heap)[-1]
            for p, g in zip(v._prev, v._backward(v.grad)):
                p.grad += g
                if p not in waiting:
                    waiting.add(p)
                    heapq.heappush(heap, (-p.level, p))


def reach(root):
    found, todo = {root}, [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in found:
                found.add(p)
                todo.append(p)
    return found


def build_topo(v, visited, topo):
    visited |= reach(v)
    topo.extend(sorted(visited, key=lambda w: (w.level, w.born)))


def zero_grad(root):
    for v in reach(root):
        v.grad = 0.0
