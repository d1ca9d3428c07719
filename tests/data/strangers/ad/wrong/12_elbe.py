"""A tape of nodes."""

import collections
import itertools
import math

clock = itertools.count()
tape = collections.deque(maxlen=30_000)


class Value:
    def __init__(self, data, prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._backward = no_rule
        self.born = next(clock)
        tape.append(self)

    def __lt__(self, other):
        return self.born > other.born

    def __add__(self, other):
        other = as_node(other)
        out = Value(self.data + other.data, (self, other))

        def pass_on():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = pass_on
        return out

    def __mul__(self, other):
        other = as_node(other)
        out = Value(self.data * other.data, (self, other))

        def pass_on():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = pass_on
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def pass_on():
            if n:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = pass_on
        return out

    def __truediv__(self, other):
        other = as_node(other)
        out = Value(self.data / other.data, (self, other))

        def pass_on():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        out._backward = pass_on
        return out

    def __radd__(self, other):
        return as_node(other) + self

    def __rmul__(self, other):
        return as_node(other) * self

    def __rtruediv__(self, other):
        return as_node(other) / self

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        other = as_node(other)
        out = Value(self.data - other.data, (self, other))

        def pass_on():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = pass_on
        return out

    def __rsub__(self, other):
        return as_node(other) - self

    def _unary(self, result, slope):
        out = Value(result, (self,))

        def pass_on():
            self.grad += slope * out.grad

        out._backward = pass_on
        return out

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, e)

    def relu(self):
        return self._unary(max(0.0, self.data), 1.0 if self.data > 0 else 0.0)

    def backward(self):
        order = from_tape(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def no_rule():
    pass


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def from_tape(root):
    pile, known = [root], {root}
    while pile:
        for source in pile.pop()._prev:
            if source not in known:
                known.add(source)
                pile.append(source)
    return [node for node in reversed(tape) if node in known]


def build_topo(v, visited, topo):
    topo += reversed(from_tape(v))


def zero_grad(root):
    for node in from_tape(root):
        node.grad = 0.0
