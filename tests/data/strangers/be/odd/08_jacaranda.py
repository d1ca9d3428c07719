"""A walk without a stack and without a set: the way back is written on the nodes themselves
(the method of Schorr and Waite), and wiped away afterwards."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._turn = -1  # which input comes next; -1: not met in this walk
        self._way_back = None

    def _backward(self):
        for i, factor in zip(self._prev, self._factors()):
            i.grad += self.grad * factor

    def _factors(self):
        return ()

    def _yield(self, data, inputs, factors):
        out = Value(data, inputs, "?")
        out._factors = factors
        return out

    def __add__(self, o):
        o = seed(o)
        return self._yield(self.data + o.data, (self, o), lambda: (1.0, 1.0))

    def __mul__(self, o):
        o = seed(o)
        x, y = self.data, o.data
        return self._yield(x * y, (self, o), lambda: (y, x))

    def __sub__(self, o):
        o = seed(o)
        return self._yield(self.data - o.data, (self, o), lambda: (1.0, -1.0))

    def __truediv__(self, o):
        o = seed(o)
        x, y = self.data, o.data
        return self._yield(x / y, (self, o), lambda: (1.0 / y, -(x / y) / y))

    def __pow__(self, n):
        x = self.data
        return self._yield(x**n, (self,), lambda: (n * x ** (n - 1) if n else 0.0,))

    def __radd__(self, o):
        return seed(o) + self

    def __rmul__(self, o):
        return seed(o) * self

    def __rsub__(self, o):
        return seed(o) - self

    def __rtruediv__(self, o):
        return seed(o) / self

    def __neg__(self):
        return self._yield(-self.data, (self,), lambda: (-1.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return self._yield(t, (self,), lambda: (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return self._yield(e, (self,), lambda: (e,))

    def relu(self):
        x = self.data
        return self._yield(x * (x > 0), (self,), lambda: (1.0 * (x > 0),))

    def backward(self):
        nodes = walk(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes[::-1]:
            node._backward()


def seed(x):
    return x if isinstance(x, Value) else Value(x)


def walk(root):
    nodes = []
    here = root
    here._turn = 0
    while here is not None:
        if here._turn < len(here._prev):
            there = here._prev[here._turn]
            here._turn += 1
            if there._turn < 0:
                there._turn = 0
                there._way_back = here
                here = there
        else:
            nodes.append(here)
            home = here._way_back
            here._way_back = None
            here = home
    for node in nodes:
        node._turn = -1
    return nodes


def build_topo(v, visited, topo):
    topo += walk(v)


def zero_grad(root):
    for node in walk(root):
        node.grad = 0.0
