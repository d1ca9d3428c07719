"""A scalar engine in which leaves keep their shares apart and sum them exactly."""

import math


class Value:
    """grad is a property: a leaf sums up what it was given, an inner node has one number."""

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self._prev = _prev
        self._backward = _slopes
        self._shares = []

    @property
    def grad(self):
        return math.fsum(self._shares)

    @grad.setter
    def grad(self, number):
        self._shares = []

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = ensure(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = ensure(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = ensure(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = ensure(other)
        by = 1.0 / other.data
        return Value(self.data / other.data, (self, other), (by, -by * by * self.data))

    def __radd__(self, other):
        return ensure(other) + self

    def __rsub__(self, other):
        return ensure(other) - self

    def __rmul__(self, other):
        return ensure(other) * self

    def __rtruediv__(self, other):
        return ensure(other) / self

    def __neg__(self):
        return 0.0 - self

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * math.pow(self.data, n - 1)
        return Value(math.pow(self.data, n), (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        on = 1.0 if self.data > 0 else 0.0
        return Value(max(0.0, self.data), (self,), (on,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node._shares.clear()
        self._shares.append(1.0)
        for node in reversed(topo):
            if node._prev:
                total = node.grad
                for child, slope in zip(node._prev, node._backward):
                    child._shares.append(slope * total)


def ensure(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    frames = [(v, iter(v._prev))]
    visited.add(v)
    while frames:
        node, rest = frames[-1]
        try:
            child = next(rest)
        except StopIteration:
            frames.pop()
            topo.append(node)
        else:
            if child not in visited:
                visited.add(child)
                frames.append((child, iter(child._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
