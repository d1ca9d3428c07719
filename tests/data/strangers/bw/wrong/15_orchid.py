"""Exam engine: a base class has all of Python's arithmetic, made out of +, * and **."""

import math
from abc import ABC, abstractmethod


class Arithmetic(ABC):
    """Who has __add__, __mul__ and __pow__ gets the rest from here."""

    __slots__ = ()

    @abstractmethod
    def __add__(self, other): ...

    @abstractmethod
    def __mul__(self, other): ...

    @abstractmethod
    def __pow__(self, n): ...

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + other * -1.0

    def __truediv__(self, other):
        if isinstance(other, Arithmetic):
            return self * other**-1
        return self * (1.0 / other)

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return (self - other) * -1.0

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return (self / other) ** -1


class Value(Arithmetic):
    __slots__ = ("data", "grad", "_prev", "_backward")

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _pass

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(float(other))
        out = Value(self.data + other.data, (self, other))

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(float(other))
        out = Value(self.data * other.data, (self, other))

        def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = rule
        return out

    def __pow__(self, n):
        return self._map(self.data**n, n * self.data ** (n - 1) if n != 0 else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._map(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._map(e, e)

    def relu(self):
        return self._map(max(0.0, self.data), 1.0 if self.data > 0 else 0.0)

    def _map(self, data, slope):
        out = Value(data, (self,))

        def rule():
            self.grad += slope * out.grad

        out._backward = rule
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def _pass():
    pass


def build_topo(v, visited, topo):
    """Consumers before inputs with a depth-first walk, turned round at the end."""
    work = [(v, False)]
    while work:
        node, leaving = work.pop()
        if leaving:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            work.append((node, True))
            work.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
