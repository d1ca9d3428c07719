"""Exam engine without a search for the order.

A node is always made after its inputs. So I number the nodes as they are made, and the order
of the numbers is a topological order.
"""

import itertools
import math
from operator import attrgetter

_numbers = itertools.count()


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self.number = next(_numbers)
        self._prev = _prev

    def _backward(self):
        """A leaf has nothing to pass on."""

    def backward(self):
        nodes = collect(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        nodes.sort(key=attrgetter("number"), reverse=True)
        for node in nodes:
            node._backward()

    def __add__(self, other):
        other = to_value(other)
        out = Value(self.data + other.data, (self, other))
        return with_rule(out, lambda g: (g, g))

    def __mul__(self, other):
        other = to_value(other)
        out = Value(self.data * other.data, (self, other))
        return with_rule(out, lambda g: (g * other.data, g * self.data))

    def __sub__(self, other):
        other = to_value(other)
        out = Value(self.data - other.data, (self, other))
        return with_rule(out, lambda g: (g, -g))

    def __truediv__(self, other):
        other = to_value(other)
        out = Value(self.data / other.data, (self, other))
        return with_rule(
            out, lambda g: (g / other.data, -g * out.data / other.data)
        )

    def __pow__(self, n):
        out = Value(self.data**n, (self,))
        if n == 0:
            return with_rule(out, lambda g: (0.0,))
        return with_rule(out, lambda g: (g * n * self.data ** (n - 1),))

    def __neg__(self):
        return with_rule(Value(-self.data, (self,)), lambda g: (-g,))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return to_value(other) - self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))
        return with_rule(out, lambda g: (g * (1.0 - out.data**2),))

    def exp(self):
        out = Value(math.exp(self.data), (self,))
        return with_rule(out, lambda g: (g * out.data,))

    def relu(self):
        on = self.data > 0
        out = Value(self.data if on else 0.0, (self,))
        return with_rule(out, lambda g: (g if on else 0.0,))


def with_rule(out, rule):
    """rule(gradient of out) gives what each input gets."""

    def _backward():
        for node, part in zip(out._prev, rule(out.grad)):
            node.grad += part

    out._backward = _backward
    return out


def to_value(x):
    return x if isinstance(x, Value) else Value(float(x))


def collect(root):
    nodes, seen = [root], {root}
    for node in nodes:
        for child in node._prev:
            if child not in seen:
                seen.add(child)
                nodes.append(child)
    return nodes


def build_topo(v, visited, topo):
    topo.extend(sorted(collect(v), key=attrgetter("number")))
    visited.update(topo)


def zero_grad(root):
    """Clean gradients, and small numbers again for the next pass."""
    global _numbers
    for node in collect(root):
        node.grad = 0.0
    _numbers = itertools.count()
