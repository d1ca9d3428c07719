"""A gradient is a bag of contributions, added up exactly when it is read."""

import math


class Bag:
    def __get__(self, node, owner):
        return math.fsum(node.bag)

    def __set__(self, node, number):
        node.bag = [number]


class Value:
    grad = Bag()

    def __init__(self, data, prev=(), rule=None):
        self.data = data
        self.bag = []
        self._prev = prev
        self._backward = rule

    def __add__(self, other):
        other = cast(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other):
        other = cast(other)
        if other is self:
            return Value(self.data * self.data, (self,), lambda g: (2 * g * self.data,))
        return Value(
            self.data * other.data, (self, other), lambda g: (g * other.data, g * self.data)
        )

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), lambda g: (0.0,))
        return Value(self.data**n, (self,), lambda g: (g * n * self.data ** (n - 1),))

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __sub__(self, other):
        return -(-self + other)

    def __truediv__(self, other):
        other = cast(other)
        quotient = self.data / other.data
        return Value(
            quotient, (self, other), lambda g: (g / other.data, -g * quotient / other.data)
        )

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return cast(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t) * (1 + t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), lambda g: (g if on else 0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.bag = []
        self.bag.append(1.0)
        for node in reversed(topo):
            if node._prev:
                for source, part in zip(node._prev, node._backward(node.grad)):
                    source.bag.append(part)


def cast(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, leave = stack.pop()
        if leave:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((source, False) for source in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.bag = []
