"""Levels above the leaves."""

from math import exp, tanh


class Value(object):
    __slots__ = ("data", "grad", "_prev", "_backward", "level")

    def __init__(self, data, *inputs):
        self.data, self.grad, self._prev = data, 0.0, list(inputs)
        self.level = 1 + max([node.level for node in inputs], default=-1)
        self._backward = lambda: None

    def _ruled(self, rule):
        self._backward = lambda: rule(self.grad)
        return self

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return Value(self.data + other.data, self, other)._ruled(rule)

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return Value(self.data * other.data, self, other)._ruled(rule)

    def __neg__(self):
        def rule(g):
            self.grad -= g

        out = Value(-self.data, self)
        return out._ruled(rule)

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self.grad += g * (n * self.data ** (n - 1))

        return Value(self.data**n, self)._ruled(rule)

    def reciprocal(self):
        r = 1.0 / self.data

        def rule(g):
            self.grad -= g * r * r

        return Value(r, self)._ruled(rule)

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        return self * (other.reciprocal() if isinstance(other, Value) else 1.0 / other)

    def __rtruediv__(self, other):
        return self.reciprocal() * other

    __radd__, __rmul__ = __add__, __mul__

    def tanh(self):
        t = tanh(self.data)

        def rule(g):
            self.grad += g * (1 - t**2)

        return Value(t, self)._ruled(rule)

    def exp(self):
        e = exp(self.data)

        def rule(g):
            self.grad += g * e

        return Value(e, self)._ruled(rule)

    def relu(self):
        alive = self.data > 0

        def rule(g):
            if alive:
                self.grad += g

        return Value(self.data if alive else 0.0, self)._ruled(rule)

    def backward(self):
        nodes = by_level(self)
        for node in nodes:
            node.grad = 0.0 if node._prev else node.grad
        self.grad += 1
        for node in reversed(nodes):
            node._backward()

    def zero_grad(self):
        for node in collect(self):
            node.grad = 0.0


def collect(root, found=None):
    found = {} if found is None else found
    at = [root]
    while at:
        node = at.pop()
        if node in found:
            continue
        found[node] = None
        if len(node._prev) == 1:
            collect(node._prev[0], found)
        else:
            at.extend(node._prev)
    return found


def by_level(root):
    return sorted(collect(root), key=lambda node: node.level)


def build_topo(v, visited, topo):
    topo[:] = by_level(v)


def zero_grad(root):
    root.zero_grad()
