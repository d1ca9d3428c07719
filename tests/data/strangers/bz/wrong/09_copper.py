"""Exercise 13: `Value` is a leaf, its subclasses are results.

What a node does when the gradient arrives depends on its class: leaves keep a running
sum, results start again with every call.
"""

import math


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    def restart(self):
        """Called on each node when a call of backward() begins. Leaves go on adding."""

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def __repr__(self):
        return f"{type(self).__name__}({self.data}, grad={self.grad})"

    # The operators

    def __add__(self, other):
        other = value_of(other)
        return Result(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = value_of(other)
        return Result(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = value_of(other)
        return Result(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = value_of(other)
        ratio = self.data / other.data
        return Result(ratio, (self, other), (1.0 / other.data, -ratio / other.data))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        if n == 0:
            return Result(1.0, (self,), (0.0,))
        return Result(self.data**n, (self,), (n * self.data ** (n - 1),))

    def __radd__(self, other):
        return value_of(other) + self

    def __rsub__(self, other):
        return value_of(other) - self

    def __rmul__(self, other):
        return value_of(other) * self

    def __rtruediv__(self, other):
        return value_of(other) / self

    # The functions

    def tanh(self):
        t = math.tanh(self.data)
        return Result(t, (self,), ((1.0 - t) * (1.0 + t),))

    def exp(self):
        e = math.exp(self.data)
        return Result(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Result(self.data, (self,), (1.0,))
        return Result(0.0, (self,), (0.0,))

    # The gradients

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            node.restart()
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


class Result(Value):
    """What an operation gives. Its gradient belongs to one call of backward() only."""

    def restart(self):
        self.grad = 0.0


def value_of(thing):
    """Numbers become leaves."""
    if isinstance(thing, Value):
        return thing
    return Value(thing)


def walk(v, visited):
    """Yield the nodes under v, each after its inputs."""
    trail = [(v, 0)]
    visited.add(v)
    while trail:
        node, position = trail.pop()
        if position == len(node._prev):
            yield node
            continue
        trail.append((node, position + 1))
        source = node._prev[position]
        if source not in visited:
            visited.add(source)
            trail.append((source, 0))


def build_topo(v, visited, topo):
    topo.extend(walk(v, visited))


def zero_grad(root):
    for node in walk(root, set()):
        node.grad = 0.0
