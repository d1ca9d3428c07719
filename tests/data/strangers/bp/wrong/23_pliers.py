"""Engine with two accounts per node.

`_kept` is what earlier backward passes have left (leaves only), `_now` is what the pass
that runs has brought so far. grad is the sum of both.
"""

import math


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self._kept = 0.0
        self._now = 0.0
        self._prev = _prev
        self._slopes = _slopes

    @property
    def grad(self):
        return self._kept + self._now

    @grad.setter
    def grad(self, amount):
        self._kept = amount

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def _close_books(self):
        """Before a pass: a leaf keeps what it has got, an inner node forgets it."""
        self._kept = 0.0 if self._prev else self.grad
        self._now = 0.0

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node._now += slope * self._now

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            node._close_books()
        self._now = 1.0
        for node in reversed(order):
            node._backward()

    def __add__(self, other):
        other = as_node(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = as_node(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = as_node(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = as_node(other)
        r = 1.0 / other.data
        return Value(self.data * r, (self, other), (r, -self.data * r * r))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), (0.0,))
        return Value(self.data**n, (self,), (n * self.data ** (n - 1),))

    def __radd__(self, other):
        return as_node(other) + self

    def __rsub__(self, other):
        return as_node(other) - self

    def __rmul__(self, other):
        return as_node(other) * self

    def __rtruediv__(self, other):
        return as_node(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), ((1 + t) * (1 - t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), (float(self.data > 0.0),))


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    waiting = [(v, False)]
    while waiting:
        node, back = waiting.pop()
        if back:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        waiting.append((node, True))
        waiting.extend((p, False) for p in node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node._kept = node._now = 0.0
