"""Engine of the exam. A node keeps its gradient in a cell of its own, which its consumers
get to know instead of the node."""

import math
from array import array


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self._cell = array("f", [0.0])
        self._prev = _prev
        self._links = [(node._cell, slope) for node, slope in zip(_prev, _slopes)]

    @property
    def grad(self):
        return self._cell[0]

    @grad.setter
    def grad(self, number):
        self._cell[0] = number

    def __repr__(self):
        return f"Value(data={self.data:.6g}, grad={self.grad:.6g})"

    def _backward(self):
        g = self._cell[0]
        for cell, slope in self._links:
            cell[0] += slope * g

    def __add__(self, other):
        o = self._value(other)
        return Value(self.data + o.data, (self, o), (1.0, 1.0))

    def __sub__(self, other):
        o = self._value(other)
        return Value(self.data - o.data, (self, o), (1.0, -1.0))

    def __mul__(self, other):
        o = self._value(other)
        return Value(self.data * o.data, (self, o), (o.data, self.data))

    def __truediv__(self, other):
        o = self._value(other)
        return Value(self.data / o.data, (self, o), (1 / o.data, -self.data / o.data**2))

    def __radd__(self, other):
        return self._value(other) + self

    def __rsub__(self, other):
        return self._value(other) - self

    def __rmul__(self, other):
        return self._value(other) * self

    def __rtruediv__(self, other):
        return self._value(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        return Value(self.data**n, (self,), (n * self.data ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    @staticmethod
    def _value(x):
        return x if isinstance(x, Value) else Value(float(x))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    trail = [(v, iter(v._prev))]
    while trail:
        node, inputs = trail[-1]
        for n in inputs:
            if n not in visited:
                visited.add(n)
                trail.append((n, iter(n._prev)))
                break
        else:
            trail.pop()
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
