"""Inner nodes carry the number of the pass that wrote them last; nothing is reset beforehand."""

import itertools
import math

_passes = itertools.count(1)
_births = itertools.count()
_shared = {}


def constant(number):
    """One node for each plain number, for all graphs."""
    key = (number, math.copysign(1.0, number))
    if key not in _shared:
        _shared[key] = Value(number)
    return _shared[key]


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_stamp", "_birth", "_n")

    def __init__(self, data, _op=None, *prev, n=None):
        self.data, self.grad = data, 0.0
        self._op, self._prev, self._n = _op, prev, n
        self._stamp = 0
        self._birth = next(_births)

    def _take(self, amount, now):
        if self._op is None or self._stamp == now:
            self.grad += amount
        else:
            self.grad, self._stamp = amount, now

    def _backward(self, now):
        g = self.grad
        match self._op, *self._prev:
            case "+", a, b:
                a._take(g, now)
                b._take(g, now)
            case "-", a, b:
                a._take(g, now)
                b._take(-g, now)
            case "*", a, b:
                a._take(g * b.data, now)
                b._take(g * a.data, now)
            case "/", a, b:
                a._take(g / b.data, now)
                b._take(-g * self.data / b.data, now)
            case "**", a:
                a._take(g * self._n * a.data ** (self._n - 1) if self._n else 0.0, now)
            case "tanh", a:
                a._take(g * (1.0 - self.data**2), now)
            case "exp", a:
                a._take(g * self.data, now)
            case "relu", a:
                a._take(g if self.data > 0 else 0.0, now)

    def __add__(self, o):
        o = o if isinstance(o, Value) else constant(o)
        return Value(self.data + o.data, "+", self, o)

    def __sub__(self, o):
        o = o if isinstance(o, Value) else constant(o)
        return Value(self.data - o.data, "-", self, o)

    def __mul__(self, o):
        o = o if isinstance(o, Value) else constant(o)
        return Value(self.data * o.data, "*", self, o)

    def __truediv__(self, o):
        o = o if isinstance(o, Value) else constant(o)
        return Value(self.data / o.data, "/", self, o)

    def __radd__(self, k):
        return constant(k) + self

    def __rsub__(self, k):
        return constant(k) - self

    def __rmul__(self, k):
        return constant(k) * self

    def __rtruediv__(self, k):
        return constant(k) / self

    def __neg__(self):
        return self * -1

    def __pow__(self, n):
        return Value(self.data**n, "**", self, n=n)

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", self)

    def exp(self):
        return Value(math.exp(self.data), "exp", self)

    def relu(self):
        return Value(max(self.data, 0.0), "relu", self)

    def _youngest_first(self):
        found = {self}
        todo = [self]
        while todo:
            for p in todo.pop()._prev:
                if p not in found:
                    found.add(p)
                    todo.append(p)
        return sorted(found, key=lambda node: node._birth, reverse=True)

    def backward(self):
        now = next(_passes)
        self._take(1.0, now)
        for node in self._youngest_first():
            node._backward(now)


def build_topo(v, visited, topo):
    topo.extend(v._youngest_first()[::-1])


def zero_grad(root):
    for node in root._youngest_first():
        node.grad = 0.0
