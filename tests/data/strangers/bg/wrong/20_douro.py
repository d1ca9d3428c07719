"""Slow functions are worked out once for each node and remembered with it."""

import functools
import math


def remembered(method):
    """If a node has been through this function before, hand out what came of it."""
    name = method.__name__

    @functools.wraps(method)
    def wrapper(self):
        if name not in self._results:
            self._results[name] = method(self)
        return self._results[name]

    return wrapper


def numbers_too(method):
    """Let an operator take a plain number where it takes a Value."""

    @functools.wraps(method)
    def wrapper(self, other):
        if not isinstance(other, Value):
            other = Value(float(other))
        return method(self, other)

    return wrapper


class Value:
    def __init__(self, data, _prev=(), _op="", _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _backward
        self._results = {}

    @numbers_too
    def __add__(self, other):
        return Value(self.data + other.data, (self, other), "+", lambda g: (g, g))

    @numbers_too
    def __radd__(self, other):
        return other + self

    @numbers_too
    def __sub__(self, other):
        return Value(self.data - other.data, (self, other), "-", lambda g: (g, -g))

    @numbers_too
    def __rsub__(self, other):
        return other - self

    @numbers_too
    def __mul__(self, other):
        pull = lambda g: (g * other.data, g * self.data)
        return Value(self.data * other.data, (self, other), "*", pull)

    @numbers_too
    def __rmul__(self, other):
        return other * self

    @numbers_too
    def __truediv__(self, other):
        q = self.data / other.data
        pull = lambda g: (g / other.data, -g * q / other.data)
        return Value(q, (self, other), "/", pull)

    @numbers_too
    def __rtruediv__(self, other):
        return other / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg", lambda g: (-g,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), "pow", lambda g: (g * slope,))

    @remembered
    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", lambda g: (g * (1.0 - t * t),))

    @remembered
    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", lambda g: (g * e,))

    def relu(self):
        on = self.data > 0.0
        return Value(self.data if on else 0.0, (self,), "relu", lambda g: (g if on else 0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._prev:
                for source, share in zip(node._prev, node._backward(node.grad)):
                    source.grad += share


def build_topo(v, visited, topo):
    visited.add(v)
    trail = [v]
    inputs = [iter(v._prev)]
    while trail:
        source = next(inputs[-1], None)
        if source is None:
            inputs.pop()
            topo.append(trail.pop())
        elif source not in visited:
            visited.add(source)
            trail.append(source)
            inputs.append(iter(source._prev))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
