"""Exercise 13, the exam: the whole engine."""

import math
from weakref import WeakKeyDictionary


_GRAD = WeakKeyDictionary()


class Value:
    """A node holds its number in a cell, and its gradient is kept elsewhere."""

    __slots__ = ("_cell", "_prev", "_backward", "__weakref__")

    def __init__(self, data, _prev=(), _backward=None):
        self._cell = [data]
        self._prev = list(_prev)
        self._backward = _backward or (lambda gradient: ())
        _GRAD[self] = 0.0

    data = property(lambda self: self._cell[0], lambda self, x: self._cell.__setitem__(0, x))
    grad = property(lambda self: _GRAD[self], lambda self, g: _GRAD.__setitem__(self, g))

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __radd__(self, other):
        return lift(other).__add__(self)

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __sub__(self, other):
        other = lift(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __rsub__(self, other):
        return lift(other).__sub__(self)

    def __mul__(self, other):
        x, y = self.data, (other := lift(other)).data
        return Value(x * y, (self, other), lambda g: (g * y, g * x))

    def __rmul__(self, other):
        return lift(other).__mul__(self)

    def __truediv__(self, other):
        x, y = self.data, (other := lift(other)).data
        return Value(x / y, (self, other), lambda g: (g / y, -(g / y) * (x / y)))

    def __rtruediv__(self, other):
        return lift(other).__truediv__(self)

    def __pow__(self, n):
        x = self.data
        return Value(x**n, (self,), lambda g: (g * n * x ** (n - 1) if n else 0.0,))

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
        topo = build_topo(self, set(), [])
        _GRAD.update((node, 0.0) for node in topo if node._prev)
        _GRAD[self] += 1.0
        for node in topo[::-1]:
            for i, share in zip(node._prev, node._backward(_GRAD[node])):
                _GRAD[i] += share


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        below = next(path[-1][1], None)
        if below is None:
            topo.append(path.pop()[0])
        elif below not in visited:
            visited.add(below)
            path.append((below, iter(below._prev)))
    return topo


def zero_grad(root):
    _GRAD.update(dict.fromkeys(build_topo(root, set(), []), 0.0))

