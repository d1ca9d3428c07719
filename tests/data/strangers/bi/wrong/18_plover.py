"""Slopes are read off the result wherever that is possible."""

import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev

    def _slopes(self):
        return ()

    def _backward(self):
        for source, slope in zip(self._prev, self._slopes()):
            source.grad += slope * self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

    def __add__(self, other):
        return Plus.of(self, other)

    def __radd__(self, other):
        return Plus.of(other, self)

    def __sub__(self, other):
        return Plus.of(self, -other)

    def __rsub__(self, other):
        return Plus.of(other, -self)

    def __mul__(self, other):
        return Times.of(self, other)

    def __rmul__(self, other):
        return Times.of(other, self)

    def __truediv__(self, other):
        return Over.of(self, other)

    def __rtruediv__(self, other):
        return Over.of(other, self)

    def __neg__(self):
        return Minus.of(self)

    def __pow__(self, n):
        out = ToThe(self.data**n, (self,))
        out.n = n
        return out

    def tanh(self):
        return Tanh.of(self)

    def exp(self):
        return Exp.of(self)

    def relu(self):
        return Relu.of(self)


class Function(Value):
    @classmethod
    def of(cls, *inputs):
        nodes = tuple(i if isinstance(i, Value) else Value(float(i)) for i in inputs)
        return cls(cls.value(*(node.data for node in nodes)), nodes)


class Plus(Function):
    @staticmethod
    def value(a, b):
        return a + b

    def _slopes(self):
        return 1.0, 1.0


class Times(Function):
    @staticmethod
    def value(a, b):
        return a * b

    def _slopes(self):
        a, b = self._prev
        return b.data, a.data


class Over(Function):
    @staticmethod
    def value(a, b):
        return a / b

    def _slopes(self):
        a, b = self._prev
        return self.data / a.data if a.data else 0.0, -self.data / b.data


class Minus(Function):
    @staticmethod
    def value(a):
        return -a

    def _slopes(self):
        return (-1.0,)


class ToThe(Value):
    n = 1

    def _slopes(self):
        if self.n == 0:
            return (0.0,)
        return (self.n * self._prev[0].data ** (self.n - 1),)


class Tanh(Function):
    value = staticmethod(math.tanh)

    def _slopes(self):
        return (1.0 - self.data * self.data,)


class Exp(Function):
    value = staticmethod(math.exp)

    def _slopes(self):
        return (self.data,)


class Relu(Function):
    @staticmethod
    def value(a):
        return max(a, 0.0)

    def _slopes(self):
        return (1.0 if self.data > 0 else 0.0,)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, i = stack.pop()
        while i < len(node._prev) and node._prev[i] in visited:
            i += 1
        if i == len(node._prev):
            topo.append(node)
        else:
            stack.append((node, i + 1))
            visited.add(node._prev[i])
            stack.append((node._prev[i], 0))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
