"""A Value is a float as far as Python is concerned (a subclass), but counts by identity, and
keeps the number that matters in `data`. Its generation, one more than that of its oldest
input, gives the order. Plain numbers never become nodes."""
import math
from itertools import groupby


class Value(float):
    def __new__(cls, data, *origin):
        return float.__new__(cls, data)

    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward if _backward is not None else (lambda g: None)
        self.generation = 1 + max((node.generation for node in _prev), default=-1)

    __hash__ = object.__hash__

    def __eq__(self, other):
        return self is other

    def __ne__(self, other):
        return self is not other

    def __bool__(self):
        return True

    def __float__(self):
        return float(self.data)

    def gain(self, amount):
        self.grad += amount

    def __add__(self, other):
        if not isinstance(other, Value):
            return Value(self.data + other, (self,), self.gain)
        return Value(self.data + other.data, (self, other),
                     lambda g: (self.gain(g), other.gain(g)))

    __radd__ = __add__

    def __sub__(self, other):
        if not isinstance(other, Value):
            return Value(self.data - other, (self,), self.gain)
        return Value(self.data - other.data, (self, other),
                     lambda g: (self.gain(g), other.gain(-g)))

    def __rsub__(self, number):
        return Value(number - self.data, (self,), lambda g: self.gain(-g))

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value(self.data * other, (self,), lambda g: self.gain(g * other))
        return Value(self.data * other.data, (self, other),
                     lambda g: (self.gain(g * other.data), other.gain(g * self.data)))

    __rmul__ = __mul__

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return Value(self.data / other, (self,), lambda g: self.gain(g / other))
        q = self.data / other.data
        return Value(q, (self, other),
                     lambda g: (self.gain(g / other.data), other.gain(-g * q / other.data)))

    def __rtruediv__(self, number):
        q = number / self.data
        return Value(q, (self,), lambda g: self.gain(-g * q / self.data))

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: self.gain(-g))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), lambda g: self.gain(0.0))
        if n < 1 and self.data == 0:
            return Value(self.data ** n, (self,), lambda g: self.gain(g * math.inf))
        return Value(self.data ** n, (self,), lambda g: self.gain(g * n * self.data ** (n - 1)))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: self.gain(g * (1.0 - t * t)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: self.gain(g * e))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), self.gain)
        return Value(0.0, (self,), lambda g: self.gain(0.0))

    def backward(self):
        nodes = sorted(relatives(self), key=age, reverse=True)
        for node in nodes:
            if node.generation:
                node.grad = 0.0
        self.gain(1.0)
        for _, peers in groupby(nodes, age):
            for node in peers:
                node._backward(node.grad)


def age(node):
    return node.generation


def relatives(root):
    found = {root}
    layer = found
    while layer:
        layer = {inp for node in layer for inp in node._prev} - found
        found = found | layer if len(layer) > len(found) else grown(found, layer)
    return found


def grown(found, layer):
    found.update(layer)
    return found


def build_topo(v, visited, topo):
    topo.extend(sorted(relatives(v), key=age))


def zero_grad(root):
    for node in relatives(root):
        node.grad = 0.0
