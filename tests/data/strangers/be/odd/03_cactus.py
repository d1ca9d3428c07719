"""Prickly: the inner nodes never get a gradient at all. A pass keeps its numbers to itself and
hands them only to the leaves. A node becomes ready when its last consumer is through."""

import math
from collections import Counter


class Value:
    _prev = ()
    _backward = None

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0

    def __init_subclass__(cls, value=None, slopes=None):
        if value:
            cls._value, cls._slopes = staticmethod(value), staticmethod(slopes)

    def backward(self):
        waits = Counter({self: 0})
        for node in meet(self):
            waits.update(node._prev)
        sums = {self: [1.0]}
        ready = [self]
        while ready:
            node = ready.pop()
            g = sum(sums.pop(node))
            if node._backward is None:
                node.grad = node.grad + g
                continue
            for i, share in zip(node._prev, node._backward(g)):
                sums.setdefault(i, []).append(share)
                waits[i] -= 1
                if not waits[i]:
                    ready.append(i)


class Inner(Value):
    def __init__(self, *inputs):
        self._prev = tuple(i if isinstance(i, Value) else Value(i) for i in inputs)
        numbers = tuple(i.data for i in self._prev)
        super().__init__(self._value(*numbers))
        self._numbers = numbers

    def _backward(self, g):
        return [g * slope for slope in self._slopes(self.data, *self._numbers)]


class Add(Inner, value=lambda a, b: a + b, slopes=lambda z, a, b: (1.0, 1.0)):
    pass


class Sub(Inner, value=lambda a, b: a - b, slopes=lambda z, a, b: (1.0, -1.0)):
    pass


class Mul(Inner, value=lambda a, b: a * b, slopes=lambda z, a, b: (b, a)):
    pass


class Div(Inner, value=lambda a, b: a / b, slopes=lambda z, a, b: (1 / b, -z / b)):
    pass


class Neg(Inner, value=lambda a: -a, slopes=lambda z, a: (-1.0,)):
    pass


class Tanh(Inner, value=math.tanh, slopes=lambda z, a: (1 - z * z,)):
    pass


class Exp(Inner, value=math.exp, slopes=lambda z, a: (z,)):
    pass


class Relu(Inner, value=lambda a: max(a, 0.0), slopes=lambda z, a: (0.0 if a <= 0 else 1.0,)):
    pass


class Pow(Inner):
    def __init__(self, base, n):
        self._value = lambda a: a**n
        self._slopes = lambda z, a: (n and n * a ** (n - 1),)
        super().__init__(base)


for sign, kind in {"add": Add, "sub": Sub, "mul": Mul, "truediv": Div}.items():
    setattr(Value, f"__{sign}__", lambda a, b, kind=kind: kind(a, b))
    setattr(Value, f"__r{sign}__", lambda a, b, kind=kind: kind(b, a))
for sign, kind in {"__neg__": Neg, "tanh": Tanh, "exp": Exp, "relu": Relu}.items():
    setattr(Value, sign, lambda a, kind=kind: kind(a))
Value.__pow__ = lambda a, n: Pow(a, n)


def meet(root):
    """Each node below root once, in no special order."""
    met, crowd = {root}, [root]
    while crowd:
        node = crowd.pop()
        yield node
        for i in node._prev:
            if i not in met:
                met.add(i)
                crowd.append(i)


def build_topo(v, visited, topo):
    waits = Counter()
    for node in meet(v):
        waits.update(node._prev)
    ready = [v]
    start = len(topo)
    while ready:
        node = ready.pop()
        topo.append(node)
        for i in node._prev:
            waits[i] -= 1
            if waits[i] == 0:
                ready.append(i)
    topo[start:] = topo[start:][::-1]


def zero_grad(root):
    for node in meet(root):
        node.grad = 0.0
