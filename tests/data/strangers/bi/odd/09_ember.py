"""Nodes have serial numbers; plain numbers have no nodes at all."""

import math


class Value:
    made = 0

    def __init__(self, data, _prev=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self.rule = rule
        Value.made += 1
        self.serial = Value.made

    def _backward(self):
        return self.rule(self.grad, self.data) if self.rule else None

    def gets(self, amount):
        self.grad += amount

    def backward(self):
        order = sorted(reachable(self), key=lambda n: n.serial)
        for node in order:
            if node.rule is not None:
                node.grad = 0.0
        self.gets(1.0)
        for node in reversed(order):
            node._backward()

    def __add__(self, other):
        if not isinstance(other, Value):
            # No node for a plain number: it has nothing to learn.
            return Value(self.data + other, (self,), lambda g, y: self.gets(g))

        def rule(g, y):
            self.gets(g)
            other.gets(g)

        return Value(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value(self.data * other, (self,), lambda g, y: self.gets(g * other))

        def rule(g, y):
            self.gets(g * other.data)
            other.gets(g * self.data)

        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return Value(self.data / other, (self,), lambda g, y: self.gets(g / other))

        def rule(g, y):
            self.gets(g / other.data)
            other.gets(-g * y / other.data)

        return Value(self.data / other.data, (self, other), rule)

    def __neg__(self):
        return Value(-self.data, (self,), lambda g, y: self.gets(-g))

    def __sub__(self, other):
        if not isinstance(other, Value):
            return Value(self.data - other, (self,), lambda g, y: self.gets(g))

        def rule(g, y):
            self.gets(g)
            other.gets(-g)

        return Value(self.data - other.data, (self, other), rule)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return Value(other - self.data, (self,), lambda g, y: self.gets(-g))

    def __rtruediv__(self, other):
        return Value(
            other / self.data, (self,), lambda g, y: self.gets(-g * y / self.data)
        )

    def __pow__(self, n):
        def rule(g, y):
            if n:
                self.gets(g * n * self.data ** (n - 1))

        return Value(self.data**n, (self,), rule)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), lambda g, y: self.gets(g - g * y * y))

    def exp(self):
        return Value(math.exp(self.data), (self,), lambda g, y: self.gets(g * y))

    def relu(self):
        return Value(
            (self.data > 0) and self.data or 0.0,
            (self,),
            lambda g, y: self.gets(g if y else 0.0),
        )


def reachable(root):
    seen = {id(root): root}
    layer = [root]
    while layer:
        layer = list(
            {id(n): n for up in layer for n in up._prev if id(n) not in seen}.values()
        )
        seen.update((id(n), n) for n in layer)
    return seen.values()


def build_topo(v, visited, topo):
    topo.extend(sorted(reachable(v), key=lambda n: n.serial))
    return topo


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
