import math
import time
from operator import attrgetter


class Value:
    """data, grad, and `age`, a running number that is given when the node is made"""

    _clock = 0

    def __init__(self, data, prev=None, backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = prev if prev is not None else set()
        self._backward = backward
        Value._clock += 1
        self.age = Value._clock

    def __add__(self, y):
        y = Value.const(y)
        def send(g):
            self.grad += g
            y.grad += g
        return Value(self.data + y.data, {self, y}, send)

    def __sub__(self, y):
        y = Value.const(y)
        def send(g):
            self.grad += g
            y.grad -= g
        return Value(self.data - y.data, {self, y}, send)

    def __mul__(self, y):
        y = Value.const(y)
        def send(g):
            self.grad += g * y.data
            y.grad += g * self.data
        return Value(self.data * y.data, {self, y}, send)

    def __truediv__(self, y):
        y = Value.const(y)
        def send(g):
            self.grad += g / y.data
            y.grad -= g * self.data / y.data ** 2
        return Value(self.data / y.data, {self, y}, send)

    def __neg__(self):
        def send(g):
            self.grad -= g
        return Value(-self.data, {self}, send)

    def __pow__(self, n):
        def send(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)
        return Value(self.data ** n, {self}, send)

    def tanh(self):
        t = math.tanh(self.data)
        def send(g):
            self.grad += g * (1 - t ** 2)
        return Value(t, {self}, send)

    def exp(self):
        e = math.exp(self.data)
        def send(g):
            self.grad += g * e
        return Value(e, {self}, send)

    def relu(self):
        def send(g):
            self.grad += g * (self.data > 0)
        return Value(max(self.data, 0), {self}, send)

    def __radd__(self, y): return self + y
    def __rmul__(self, y): return self * y
    def __rsub__(self, y): return Value.const(y) - self
    def __rtruediv__(self, y): return Value.const(y) / self

    @staticmethod
    def const(y):
        return y if isinstance(y, Value) else Value(y)

    def ancestors(self):
        """all nodes I was made from, I come first"""
        found, known = [self], {self}
        for node in found:
            for p in sorted(node._prev, key=attrgetter('age')):
                if p not in known:
                    known.add(p)
                    found.append(p)
        return found

    def backward(self):
        order = self.ancestors()
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            if node._prev:
                node._backward(node.grad)


def build_topo(v, visited, topo):
    topo.extend(sorted(v.ancestors(), key=attrgetter('age')))
    visited.update(topo)


def zero_grad(root):
    for node in root.ancestors():
        node.grad = 0.0
