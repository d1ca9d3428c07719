"""Few rules, many operators."""

import math

__all__ = ["Value", "build_topo", "zero_grad"]


class Value:
    _leaves = {}

    def __init__(self, data, leaf=True):
        if leaf:
            self._leaves.setdefault(data, self)
        self.data = data
        self.grad = 0.0
        self._prev = []
        self._backward = self._rest

    def _rest(self):
        """A leaf has nothing to pass on."""

    def _derive(self, number, *sources):
        out = Value(number, leaf=False)
        out._prev.extend(sources)
        return out

    @classmethod
    def fixed(cls, number):
        return cls(number)

    @classmethod
    def cast(cls, thing):
        if isinstance(thing, cls):
            return thing
        return cls.fixed(thing)

    def __add__(self, other):
        other = self.cast(other)
        out = self._derive(self.data + other.data, self, other)

        def _backward():
            for feeder in (self, other):
                feeder.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = self.cast(other)
        out = self._derive(self.data * other.data, self, other)

        def _backward():
            for feeder, factor in ((self, other), (other, self)):
                feeder.grad += factor.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = self._derive(self.data**n, self)

        def _backward():
            if n == 0:
                return
            self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = self._derive(math.exp(self.data), self)

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = self._derive(self.data if self.data > 0 else 0.0, self)

        def _backward():
            if out.data > 0:
                self.grad += out.grad

        out._backward = _backward
        return out

    def tanh(self):
        side = -1.0 if self.data > 0 else 1.0
        small = (self * (2 * side)).exp()
        return (1 - small) / (1 + small) * -side

    def __neg__(self):
        return self * self._leaves.get(-1.0, -1.0)

    def __sub__(self, other):
        return self + self.cast(other) * -1.0

    def __truediv__(self, other):
        return self * self.cast(other) ** -1

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
