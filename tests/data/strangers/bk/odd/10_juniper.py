"""The public Value is only a thin shell; numbers, gradients and edges are in a _Core."""

import math
from dataclasses import dataclass, field


@dataclass(eq=False)
class _Core:
    number: float
    shares: float = 0.0
    edges: list = field(default_factory=list)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self._core = _Core(data)
        self._prev = _prev
        self._op = _op

    data = property(lambda self: self._core.number)
    grad = property(lambda self: self._core.shares)

    @data.setter
    def data(self, x):
        self._core.number = x

    @grad.setter
    def grad(self, x):
        self._core.shares = x

    def _backward(self):
        for core, slope in self._core.edges:
            core.shares += slope * self._core.shares

    def __add__(self, o):
        return _grow(self, o, lambda x, y: [x + y, 1.0, 1.0])

    def __sub__(self, o):
        return _grow(self, o, lambda x, y: [x - y, 1.0, -1.0])

    def __mul__(self, o):
        return _grow(self, o, lambda x, y: [x * y, y, x])

    def __truediv__(self, o):
        return _grow(self, o, lambda x, y: [x / y, 1.0 / y, -(x / y) / y])

    def __radd__(self, o):
        return Value(o).__add__(self)

    def __rsub__(self, o):
        return Value(o).__sub__(self)

    def __rmul__(self, o):
        return Value(o).__mul__(self)

    def __rtruediv__(self, o):
        return Value(o).__truediv__(self)

    def __neg__(self):
        return _bend(self, lambda x: [-x, -1.0])

    def __pow__(self, n):
        if n == 0:
            return _bend(self, lambda x: [1.0, 0.0])
        if n == 1:
            return self
        if n == 2:
            return self * self
        return _bend(self, lambda x: [x**n, n * x ** (n - 1)])

    def tanh(self):
        def curve(x):
            # From exp of a number below 0 only, so that it always fits.
            small = math.exp(-2.0 * abs(x))
            t = math.copysign((1.0 - small) / (1.0 + small), x)
            return [t, 4.0 * small / (1.0 + small) ** 2]

        return _bend(self, curve)

    def exp(self):
        return _bend(self, lambda x: [math.exp(x)] * 2)

    def relu(self):
        return _bend(self, lambda x: [x, 1.0] if x > 0 else [0.0, 0.0])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            n._core.shares *= not n._core.edges
        self._core.shares += 1.0
        for n in reversed(topo):
            n._backward()

    def zero_grad(self):
        zero_grad(self)


def _grow(a, b, f):
    b = b if isinstance(b, Value) else Value(b)
    number, da, db = f(a.data, b.data)
    out = Value(number, (a, b))
    out._core.edges += [(a._core, da), (b._core, db)]
    return out


def _bend(a, f):
    number, slope = f(a.data)
    out = Value(number, (a,))
    out._core.edges.append((a._core, slope))
    return out


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        n = stack[-1]
        visited.add(n)
        fresh = [p for p in n._prev if p not in visited]
        if fresh:
            stack.append(fresh[0])
        else:
            topo.append(stack.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n._core.shares = 0.0
