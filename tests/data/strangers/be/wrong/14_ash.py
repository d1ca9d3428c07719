"""An engine that keeps a register of its leaves, so that `x * 0.5` needs no new node each time."""

import math


class Value:
    _register = {}

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._factors = ()
        if not _prev:
            Value._register[repr(data)] = self

    @classmethod
    def _number(cls, x):
        """The node of a plain number, from the register if it is there."""
        if isinstance(x, cls):
            return x
        known = cls._register.get(repr(x))
        if known is not None and known.data == x:
            return known
        return cls(x)

    @classmethod
    def _result(cls, data, op, *edges):
        out = cls(data, tuple(node for node, _ in edges), op)
        out._factors = tuple(factor for _, factor in edges)
        return out

    def _backward(self):
        for node, factor in zip(self._prev, self._factors):
            node.grad += factor * self.grad

    def __add__(self, other):
        other = self._number(other)
        return self._result(self.data + other.data, "+", (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = self._number(other)
        return self._result(self.data - other.data, "-", (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = self._number(other)
        return self._result(self.data * other.data, "*", (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = self._number(other)
        q = self.data / other.data
        return self._result(q, "/", (self, 1.0 / other.data), (other, -q / other.data))

    def __radd__(self, other):
        return self._number(other) + self

    def __rsub__(self, other):
        return self._number(other) - self

    def __rmul__(self, other):
        return self._number(other) * self

    def __rtruediv__(self, other):
        return self._number(other) / self

    def __neg__(self):
        return self._result(-self.data, "neg", (self, -1.0))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return self._result(self.data**n, "**", (self, slope))

    def tanh(self):
        t = math.tanh(self.data)
        return self._result(t, "tanh", (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return self._result(e, "exp", (self, e))

    def relu(self):
        if self.data > 0:
            return self._result(self.data, "relu", (self, 1.0))
        return self._result(0.0, "relu", (self, 0.0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    DOWN, UP = 0, 1
    notes = [(DOWN, v)]
    while notes:
        way, node = notes.pop()
        if way == UP:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        notes.append((UP, node))
        notes.extend((DOWN, i) for i in reversed(node._prev))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
