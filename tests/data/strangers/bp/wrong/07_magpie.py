"""Exam: scalar engine.

While a backward pass runs, contributions are collected in `_arrived` (None: nothing yet).
Only when a node has its turn they are moved to `grad`: added on a leaf, set on others.
"""

import math


class Value:
    def __init__(self, data, prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._backward = self._pass_on
        self._arrived = None
        self._slopes = ()

    def __repr__(self):
        return f"Value({self.data}, grad {self.grad})"

    def _receive(self, amount):
        if self._arrived is None:
            self._arrived = amount
        else:
            self._arrived += amount

    def _pass_on(self):
        for node, slope in zip(self._prev, self._slopes):
            node._receive(slope * self.grad)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in reversed(order):
            arrived = node._arrived or 1.0  # nothing has arrived: this is the root
            node._arrived = None
            if node._prev:
                node.grad = arrived
            else:
                node.grad += arrived
            node._backward()

    def __add__(self, other):
        other = lift(other)
        return make(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        other = lift(other)
        return make(self.data * other.data, (self, other), (other.data, self.data))

    def __sub__(self, other):
        other = lift(other)
        return make(self.data - other.data, (self, other), (1.0, -1.0))

    def __truediv__(self, other):
        other = lift(other)
        inverse = 1.0 / other.data
        slopes = (inverse, -self.data * inverse * inverse)
        return make(self.data / other.data, (self, other), slopes)

    def __radd__(self, other):
        return lift(other) + self

    def __rmul__(self, other):
        return lift(other) * self

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    def __neg__(self):
        return make(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return make(self.data**n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return make(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return make(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return make(self.data, (self,), (1.0,))
        return make(0.0, (self,), (0.0,))


def make(data, prev, slopes):
    out = Value(data, prev)
    out._slopes = slopes
    return out


def lift(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack += [(p, False) for p in node._prev]


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
