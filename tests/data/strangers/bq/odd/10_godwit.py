"""Number and gradient are the two halves of one complex number. The class is put together
from mixins: arithmetic, curves, and what concerns the graph."""

import math
from itertools import chain


class Cell:
    """data and grad, in one complex number."""

    __slots__ = ("_z",)

    @property
    def data(self):
        return self._z.real

    @data.setter
    def data(self, number):
        self._z = complex(number, self._z.imag)

    @property
    def grad(self):
        return self._z.imag

    @grad.setter
    def grad(self, number):
        self._z = complex(self._z.real, number)


class Arithmetic:
    __slots__ = ()

    def __add__(self, other):
        other = self.lift(other)
        return self.derive(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        other = self.lift(other)
        x, y = self.data, other.data
        return self.derive(x * y, (self, y), (other, x))

    def __neg__(self):
        return self.derive(-self.data, (self, -1.0))

    def __pow__(self, n):
        x = self.data
        return self.derive(x**n, (self, n * x ** (n - 1) if n != 0 else 0.0))

    def __sub__(self, other):
        return self + -self.lift(other)

    def __truediv__(self, other):
        other = self.lift(other)
        x, y = self.data, other.data
        return self.derive(x / y, (self, 1.0 / y), (other, -x / (y * y)))

    def __radd__(self, other):
        return self.lift(other) + self

    def __rmul__(self, other):
        return self.lift(other) * self

    def __rsub__(self, other):
        return self.lift(other) - self

    def __rtruediv__(self, other):
        return self.lift(other) / self


class Curves:
    __slots__ = ()

    def tanh(self):
        t = math.tanh(self.data)
        return self.derive(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return self.derive(e, (self, e))

    def relu(self):
        x = self.data
        return self.derive(x, (self, 1.0)) if x > 0 else self.derive(0.0, (self, 0.0))


class Graph:
    __slots__ = ()

    def inputs_first(self):
        order = []
        build_topo(self, set(), order)
        return order

    def backward(self):
        order = self.inputs_first()
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()

    def zero_grad(self):
        for node in self.inputs_first():
            node.grad = 0.0


class Value(Cell, Arithmetic, Curves, Graph):
    __slots__ = ("_prev", "_flat")

    def __init__(self, data):
        self._z = complex(data, 0.0)
        self._prev = ()
        self._flat = ()

    @classmethod
    def lift(cls, x):
        return x if isinstance(x, cls) else cls(x)

    @classmethod
    def derive(cls, data, *pairs):
        out = cls(data)
        out._prev = tuple(node for node, _ in pairs)
        out._flat = tuple(chain.from_iterable(pairs))  # input, slope, input, slope
        return out

    def _backward(self):
        g = self.grad
        for node, slope in zip(self._flat[::2], self._flat[1::2]):
            node.grad += g * slope

    def __repr__(self):
        return f"Value({self._z})"


def build_topo(v, visited, topo):
    """Two colours: grey nodes wait for their inputs, visited ones are in the list."""
    grey, stack = set(), [v]
    while stack:
        node = stack.pop()
        if node in visited:
            continue
        if node in grey:
            visited.add(node)
            topo.append(node)
            continue
        grey.add(node)
        stack.append(node)
        for n in node._prev:
            if n not in grey:
                stack.append(n)


def zero_grad(root):
    root.zero_grad()
