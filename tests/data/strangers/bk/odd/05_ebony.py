"""Sum, product, quotient and a few functions; the rest is made of these.
The order of a root is worked out once and stays with it, since a graph never changes."""

import math
from functools import cached_property, partial


def _to_both(a, b, da, db, out):
    a.grad += da * out.grad
    b.grad += db * out.grad


def _to_one(a, da, out):
    a.grad += da * out.grad


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda out: None

    @cached_property
    def _order(self):
        topo = []
        build_topo(self, set(), topo)
        # Without the node itself, so that it does not hold itself.
        return topo[:-1]

    def __add__(self, o):
        if not isinstance(o, Value):
            o = Value(o)
        out = Value(self.data + o.data, (self, o), "+")
        out._backward = partial(_to_both, self, o, 1.0, 1.0)
        return out

    def __mul__(self, o):
        if not isinstance(o, Value):
            o = Value(o)
        out = Value(self.data * o.data, (self, o), "*")
        out._backward = partial(_to_both, self, o, o.data, self.data)
        return out

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return self._fn(self.data**n, slope, "**")

    def _fn(self, data, slope, name):
        out = Value(data, (self,), name)
        out._backward = partial(_to_one, self, slope)
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, o):
        return self + (-o)

    def __rsub__(self, o):
        return -(self - o)

    def __radd__(self, o):
        return self + o

    def __rmul__(self, o):
        return self * o

    def __truediv__(self, o):
        if not isinstance(o, Value):
            o = Value(o)
        ratio = self.data / o.data
        out = Value(ratio, (self, o), "/")
        out._backward = partial(_to_both, self, o, 1.0 / o.data, -ratio / o.data)
        return out

    def __rtruediv__(self, o):
        return Value(o) / self

    def __iadd__(self, o):
        return self + o

    def __isub__(self, o):
        return self - o

    def __imul__(self, o):
        return self * o

    def __itruediv__(self, o):
        return self / o

    def __ipow__(self, n):
        return self**n

    def tanh(self):
        t = math.tanh(self.data)
        return self._fn(t, 1 - t**2, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._fn(e, e, "exp")

    def relu(self):
        return self._fn(max(0.0, self.data), float(self.data > 0), "relu")

    def backward(self):
        for n in self._order:
            if n._prev:
                n.grad = 0.0
        if self._prev:
            self.grad = 0.0
        self.grad += 1.0
        self._backward(self)
        for n in reversed(self._order):
            n._backward(n)
        return self


def build_topo(v, visited, topo):
    visited.add(v)
    trail = [(v, len(v._prev))]
    while trail:
        n, k = trail.pop()
        if k == 0:
            topo.append(n)
        else:
            trail.append((n, k - 1))
            p = n._prev[k - 1]
            if p not in visited:
                visited.add(p)
                trail.append((p, len(p._prev)))
    return topo


def zero_grad(root):
    for n in build_topo(root, set(), []):
        n.grad = 0.0
