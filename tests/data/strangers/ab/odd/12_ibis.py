"""A tape. Every number that is ever made is written down on it, line after line.

A Value is only a finger on a line of the tape. What was written earlier cannot depend on what
was written later, so to go back through a graph is to read the tape backwards.
"""

import itertools
import math


class Line:
    __slots__ = ("data", "grad", "sources", "slopes")

    def __init__(self, data, sources, slopes):
        self.data = data
        self.grad = 0.0
        self.sources = sources
        self.slopes = slopes


# how much has been written so far
TAPE = itertools.count()


class Value:
    __slots__ = ("at", "line")

    def __init__(self, data, sources=(), slopes=()):
        self.at = next(TAPE)
        self.line = Line(data, tuple(sources), slopes)

    data = property(
        lambda self: self.line.data, lambda self, number: setattr(self.line, "data", number)
    )
    grad = property(
        lambda self: self.line.grad, lambda self, number: setattr(self.line, "grad", number)
    )

    @property
    def _prev(self):
        return self.line.sources

    def _backward(self):
        for source, slope in zip(self.line.sources, self.line.slopes):
            source.line.grad += slope * self.line.grad

    def __repr__(self):
        return f"Value(line {self.at}: {self.data})"

    def __add__(self, other):
        other = written(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = written(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = written(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = written(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), (1.0 / y, -x / (y * y)))

    def __radd__(self, other):
        return written(other) + self

    def __rsub__(self, other):
        return written(other) - self

    def __rmul__(self, other):
        return written(other) * self

    def __rtruediv__(self, other):
        return written(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        return Value(self.data**n, (self,), (n * self.data ** (n - 1) if n != 0 else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))

    def backward(self):
        chosen = marked(self)
        for node in chosen:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(chosen):
            node._backward()


def written(x):
    return x if isinstance(x, Value) else Value(float(x))


def marked(root):
    """The lines that the root depends on, in the order of the tape."""
    fingers = {root.at: root}
    todo = [root]
    while todo:
        for source in todo.pop()._prev:
            if source.at not in fingers:
                fingers[source.at] = source
                todo.append(source)
    return [fingers[at] for at in sorted(fingers)]


def build_topo(v, visited, topo):
    topo.extend(marked(v))
    visited.update(topo)


def zero_grad(root):
    for node in marked(root):
        node.grad = 0.0
