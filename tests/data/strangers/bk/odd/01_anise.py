"""Plain numbers are shared: every 2.0 in the program is one and the same constant node."""

import functools
import math

_CONSTANTS = {}
_tanh = functools.lru_cache(maxsize=1024)(math.tanh)
_exp = functools.lru_cache(maxsize=1024)(math.exp)


class Value:
    fixed = False

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __add__(self, o):
        o = constant(o)
        return spin(self.data + o.data, (self, o), lambda g: (g, g))

    def __mul__(self, o):
        o = constant(o)
        a, b = self.data, o.data
        return spin(a * b, (self, o), lambda g: (g * b, g * a))

    def __sub__(self, o):
        o = constant(o)
        return spin(self.data - o.data, (self, o), lambda g: (g, -g))

    def __truediv__(self, o):
        o = constant(o)
        a, b = self.data, o.data
        return spin(a / b, (self, o), lambda g: (g / b, -g * a / b / b))

    def __pow__(self, n):
        a = self.data
        return spin(a**n, (self,), lambda g: (g * n * a ** (n - 1),) if n else (0.0,))

    __radd__ = lambda self, o: constant(o) + self
    __rmul__ = lambda self, o: constant(o) * self
    __rsub__ = lambda self, o: constant(o) - self
    __rtruediv__ = lambda self, o: constant(o) / self
    __neg__ = lambda self: spin(-self.data, (self,), lambda g: (-g,))

    def tanh(self):
        t = _tanh(self.data)
        return spin(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = _exp(self.data)
        return spin(e, (self,), lambda g: (g * e,))

    def relu(self):
        a = self.data
        return spin(a if a > 0 else 0.0, (self,), lambda g: (g,) if a > 0 else (0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            if n._prev or n.fixed:
                n.grad = 0.0
        self.grad += 1.0
        for n in topo[::-1]:
            if n._prev:
                for p, share in zip(n._prev, n._backward(n.grad)):
                    p.grad += share


def constant(x):
    if isinstance(x, Value):
        return x
    key = repr(float(x))
    if key not in _CONSTANTS:
        _CONSTANTS[key] = Value(float(x))
        _CONSTANTS[key].fixed = True
    return _CONSTANTS[key]


def spin(data, prev, rule):
    out = Value(data, prev)
    out._backward = rule
    return out


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        n = stack.pop()
        if n is None:
            topo.append(stack.pop())
        elif n not in visited:
            visited.add(n)
            stack += [n, None]
            stack += [p for p in n._prev if p not in visited]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
