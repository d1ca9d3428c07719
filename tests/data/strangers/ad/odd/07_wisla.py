"""Few operations with rules; all others are made of them."""

import math

__all__ = ["Value", "build_topo", "zero_grad"]


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = []
        self._backward = self._rest

    def _rest(self):
        """A leaf has nothing to pass on."""

    def _derive(self, number, *sources):
        child = Value(number)
        child._prev.extend(sources)
        return child

    @classmethod
    def constant(cls, number):
        return cls(number)

    @classmethod
    def coerce(cls, thing):
        if isinstance(thing, cls):
            return thing
        return cls.constant(thing)

    def __add__(self, other):
        other = self.coerce(other)
        child = self._derive(self.data + other.data, self, other)

        def _backward():
            for parent in (self, other):
                parent.grad += child.grad

        child._backward = _backward
        return child

    def __mul__(self, other):
        other = self.coerce(other)
        child = self._derive(self.data * other.data, self, other)

        def _backward():
            for parent, factor in ((self, other), (other, self)):
                parent.grad += factor.data * child.grad

        child._backward = _backward
        return child

    def __pow__(self, n):
        child = self._derive(self.data**n, self)

        def _backward():
            if n == 0:
                return
            self.grad += n * self.data ** (n - 1) * child.grad

        child._backward = _backward
        return child

    def exp(self):
        child = self._derive(math.exp(self.data), self)

        def _backward():
            self.grad += child.data * child.grad

        child._backward = _backward
        return child

    def relu(self):
        child = self._derive(self.data if self.data > 0 else 0.0, self)

        def _backward():
            if child.data > 0:
                self.grad += child.grad

        child._backward = _backward
        return child

    def tanh(self):
        side = -1.0 if self.data > 0 else 1.0
        small = (self * (2 * side)).exp()
        return (1 - small) / (1 + small) * -side

    def __neg__(self):
        return self * self.constant(-1.0)

    def __sub__(self, other):
        return self + self.coerce(other) * -1.0

    def __truediv__(self, other):
        return self * self.coerce(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other

    def backward(self):
        upward = []
        build_topo(self, set(), upward)
        for node in upward:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(upward):
            node._backward()


def build_topo(v, visited, topo):
    down = [(v, 0)]
    visited.add(v)
    while down:
        node, position = down.pop()
        if position == len(node._prev):
            topo.append(node)
            continue
        down.append((node, position + 1))
        source = node._prev[position]
        if source not in visited:
            visited.add(source)
            down.append((source, 0))


def zero_grad(root):
    everything = []
    build_topo(root, set(), everything)
    for node in everything:
        node.grad = 0.0
