"""Final exam. Slots, `data` as a property, and exp/tanh remembered per node, so that a
node that goes through the same function many times pays for it once."""

import math


def _nothing():
    pass


class Value:
    __slots__ = ("_data", "grad", "_prev", "_backward", "_memo")

    def __init__(self, data, _prev=()):
        self._data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = _nothing
        self._memo = {}

    @property
    def data(self):
        return self._data

    @data.setter
    def data(self, number):
        self._data = number
        if self._prev:
            self._memo.clear()

    def _remember(self, function):
        key = function.__name__
        if key not in self._memo:
            self._memo[key] = function(self._data)
        return self._memo[key]

    # -- arithmetic --------------------------------------------------------

    def __add__(self, other):
        other = as_value(other)
        out = Value(self._data + other._data, (self, other))

        def back():
            g = out.grad
            self.grad += g
            other.grad += g

        out._backward = back
        return out

    def __sub__(self, other):
        other = as_value(other)
        out = Value(self._data - other._data, (self, other))

        def back():
            g = out.grad
            self.grad += g
            other.grad -= g

        out._backward = back
        return out

    def __mul__(self, other):
        other = as_value(other)
        out = Value(self._data * other._data, (self, other))

        def back():
            g = out.grad
            self.grad += g * other._data
            other.grad += g * self._data

        out._backward = back
        return out

    def __truediv__(self, other):
        other = as_value(other)
        out = Value(self._data / other._data, (self, other))

        def back():
            g = out.grad / other._data
            self.grad += g
            other.grad -= g * out._data

        out._backward = back
        return out

    def __pow__(self, n):
        out = Value(self._data**n, (self,))

        def back():
            slope = n * self._data ** (n - 1) if n else 0.0
            self.grad += out.grad * slope

        out._backward = back
        return out

    def __neg__(self):
        return 0.0 - self

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    # -- functions ---------------------------------------------------------

    def tanh(self):
        t = self._remember(math.tanh)
        out = Value(t, (self,))

        def back():
            self.grad += out.grad * (1.0 - t) * (1.0 + t)

        out._backward = back
        return out

    def exp(self):
        e = self._remember(math.exp)
        out = Value(e, (self,))

        def back():
            self.grad += out.grad * e

        out._backward = back
        return out

    def relu(self):
        out = Value(self._data if self._data > 0 else 0.0, (self,))

        def back():
            self.grad += out.grad * (out._data > 0)

        out._backward = back
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((child, False) for child in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
