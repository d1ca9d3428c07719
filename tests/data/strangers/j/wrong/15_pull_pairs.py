"""Serial numbers: a node is always younger than its inputs, so sorting gives the order."""
import math


class Value:
    born = 0

    def __init__(self, data, _prev=(), _pull=()):
        Value.born += 1
        self.serial = Value.born
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._pull = _pull

    def _backward(self):
        for p, pull in zip(self._prev, self._pull):
            p.grad += pull(self.grad)

    def __add__(self, other):
        other = boxed(other)
        return Value(self.data + other.data, (self, other), (lambda g: g, lambda g: g))

    def __sub__(self, other):
        other = boxed(other)
        return Value(self.data - other.data, (self, other), (lambda g: g, lambda g: -g))

    def __mul__(self, other):
        other = boxed(other)
        pulls = (lambda g: g * other.data, lambda g: g * self.data)
        return Value(self.data * other.data, (self, other), pulls)

    def __truediv__(self, other):
        other = boxed(other)
        pulls = (lambda g: g / other.data, lambda g: -g * self.data / other.data ** 2)
        return Value(self.data / other.data, (self, other), pulls)

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), (lambda g: 0.0,))
        return Value(self.data ** n, (self,), (lambda g: g * n * self.data ** (n - 1),))

    def __neg__(self):
        return Value(-self.data, (self,), (lambda g: -g,))

    def __radd__(self, other):
        return boxed(other) + self

    def __rsub__(self, other):
        return boxed(other) - self

    def __rmul__(self, other):
        return boxed(other) * self

    def __rtruediv__(self, other):
        return boxed(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (lambda g: g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (lambda g: g * e,))

    def relu(self):
        return Value(max(0.0, self.data), (self,), (lambda g: g * (self.data > 0),))

    def backward(self):
        order = sorted(reachable(self), key=lambda v: v.serial, reverse=True)
        for v in order:
            if v._prev:
                v.grad = 0.0
        self.grad = 1.0
        for v in order:
            v._backward()


def boxed(x):
    return x if isinstance(x, Value) else Value(x)


def reachable(root):
    found, frontier = {root}, {root}
    while frontier:
        frontier = {p for v in frontier for p in v._prev} - found
        found |= frontier
    return found


def build_topo(v, visited, topo):
    visited |= reachable(v)
    topo += sorted(visited, key=lambda node: node.serial)


def zero_grad(root):
    for v in reachable(root):
        v.grad = 0.0
