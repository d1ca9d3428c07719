"""Continuations on a trampoline. Plain numbers are not nodes here: a*3 has one input, a."""

import math
from functools import lru_cache, partial

tanh = lru_cache(maxsize=512)(math.tanh)
exp = lru_cache(maxsize=512)(math.exp)


def bounce(thunk):
    """Call what was returned until nothing is returned."""
    while thunk is not None:
        thunk = thunk()


def visit(node, visited, emit, then):
    if node in visited:
        return then
    visited.add(node)

    def finish():
        emit(node)
        return then

    return partial(visit_all, iter(node._prev), visited, emit, finish)


def visit_all(nodes, visited, emit, then):
    for node in nodes:
        return partial(visit, node, visited, emit, partial(visit_all, nodes, visited, emit, then))
    return then


def stop():
    return None


def build_topo(v, visited, topo):
    bounce(partial(visit, v, visited, topo.append, stop))


def each(root, function):
    bounce(partial(visit, root, set(), function, stop))


def zero_grad(root):
    each(root, partial(setattr_reversed, 0.0, "grad"))


def setattr_reversed(value, name, thing):
    setattr(thing, name, value)


def restart(node):
    if node._prev:
        node.grad = 0.0


def pass_on(out, *edges):
    for node, slope in edges:
        node.grad += slope() * out.grad


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = []
        self._backward = stop

    def _made_of(self, *edges):
        self._prev = [node for node, slope in edges]
        self._backward = partial(pass_on, self, *edges)
        return self

    def backward(self):
        each(self, restart)
        self.grad += 1.0
        pile = []
        each(self, pile.append)
        while pile:
            pile.pop()._backward()

    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data)._made_of((self, one), (other, one))
        return Value(self.data + other)._made_of((self, one))

    __radd__ = __add__

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data)._made_of(
                (self, lambda: other.data), (other, lambda: self.data)
            )
        return Value(self.data * other)._made_of((self, lambda: other))

    __rmul__ = __mul__

    def __neg__(self):
        return Value(-self.data)._made_of((self, minus_one))

    def __sub__(self, other):
        if isinstance(other, Value):
            return Value(self.data - other.data)._made_of((self, one), (other, minus_one))
        return Value(self.data - other)._made_of((self, one))

    def __rsub__(self, other):
        return Value(other - self.data)._made_of((self, minus_one))

    def __truediv__(self, other):
        if isinstance(other, Value):
            return Value(self.data / other.data)._made_of(
                (self, lambda: 1.0 / other.data),
                (other, lambda: -self.data / other.data / other.data),
            )
        return Value(self.data / other)._made_of((self, lambda: 1.0 / other))

    def __rtruediv__(self, other):
        return Value(other / self.data)._made_of(
            (self, lambda: -other / self.data / self.data)
        )

    def __pow__(self, n):
        if n == 0:
            return Value(1.0)._made_of((self, nought))
        return Value(self.data**n)._made_of((self, lambda: n * self.data ** (n - 1)))

    def tanh(self):
        t = tanh(self.data)
        return Value(t)._made_of((self, lambda: (1.0 + t) * (1.0 - t)))

    def exp(self):
        e = exp(self.data)
        return Value(e)._made_of((self, lambda: e))

    def relu(self):
        if self.data > 0:
            return Value(self.data)._made_of((self, one))
        return Value(0.0)._made_of((self, nought))


def one():
    return 1.0


def minus_one():
    return -1.0


def nought():
    return 0.0
