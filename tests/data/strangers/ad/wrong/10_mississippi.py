"""Older nodes first."""

import itertools
import math

ages = itertools.count()


class Value:
    def __init__(self, data, prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._backward = idle
        self.age = next(ages)

    def __lt__(self, other):
        return self.age > other.age

    def __add__(self, other):
        other = wrap(other)
        out = Value(self.data + other.data, (self, other))

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = wrap(other)
        out = Value(self.data * other.data, (self, other))

        def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def rule():
            if n:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = wrap(other)
        out = Value(self.data / other.data, (self, other))

        def rule():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        out._backward = rule
        return out

    def __radd__(self, other):
        return wrap(other) + self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        other = wrap(other)
        out = Value(self.data - other.data, (self, other))

        def rule():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = rule
        return out

    def __rsub__(self, other):
        out = Value(other - self.data)
        out._prev = (wrap(other), self)

        def rule():
            self.grad -= out.grad

        out._backward = rule
        return out

    def _unary(self, result, slope):
        out = Value(result, (self,))

        def rule():
            self.grad += slope * out.grad

        out._backward = rule
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
        order = youngest_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def idle():
    pass


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def youngest_first(root):
    pile, known = [root], {root}
    while pile:
        for source in pile.pop()._prev:
            if source not in known:
                known.add(source)
                pile.append(source)
    return sorted(known)


def build_topo(v, visited, topo):
    topo += reversed(youngest_first(v))


def zero_grad(root):
    for node in youngest_first(root):
        node.grad = 0.0
