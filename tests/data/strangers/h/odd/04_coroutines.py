"""The local rule of a node is a coroutine that waits: a gradient is sent in, the shares
of the inputs come out, and it waits again. It never ends, so it serves any number of calls."""

import functools
import math


def rule(function):
    @functools.wraps(function)
    def start(*numbers):
        waiting = function(*numbers)
        next(waiting)
        return waiting.send

    return start


@rule
def nothing():
    while True:
        yield ()


@rule
def linear(*slopes):
    g = yield
    while True:
        g = yield tuple(slope * g for slope in slopes)


@rule
def gate(is_open):
    shares = None
    while True:
        g = yield shares
        shares = (g,) if is_open else (0.0,)


@rule
def power(x, n):
    slope = n * x ** (n - 1) if n else 0.0
    shares = None
    while True:
        shares = (slope * (yield shares),)


class Value:
    def __init__(self, data, prev=(), backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._backward = backward or nothing()

    def __add__(self, other):
        other = _(other)
        return Value(self.data + other.data, (self, other), linear(1.0, 1.0))

    def __sub__(self, other):
        other = _(other)
        return Value(self.data - other.data, (self, other), linear(1.0, -1.0))

    def __mul__(self, other):
        other = _(other)
        return Value(self.data * other.data, (self, other), linear(other.data, self.data))

    def __truediv__(self, other):
        x, y = self.data, (other := _(other)).data
        return Value(x / y, (self, other), linear(1.0 / y, -x / (y * y)))

    def __radd__(self, other):
        return _(other) + self

    def __rsub__(self, other):
        return _(other) - self

    def __rmul__(self, other):
        return _(other) * self

    def __rtruediv__(self, other):
        return _(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), linear(-1.0))

    def __pow__(self, n):
        return Value(self.data**n, (self,), power(self.data, n))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), linear(1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), linear(e))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), gate(self.data > 0))

    def backward(self):
        order = list(inputs_first(self))
        for node in order:
            node.grad = 0.0 if node._prev else node.grad
        self.grad += 1.0
        for node in reversed(order):
            for inp, share in zip(node._prev, node._backward(node.grad)):
                inp.grad += share


def _(x):
    return x if isinstance(x, Value) else Value(x)


def inputs_first(root):
    """A generator, but not a recursive one."""
    entered, path = {root}, [(root, iter(root._prev))]
    while path:
        for p in path[-1][1]:
            if p not in entered:
                entered.add(p)
                path.append((p, iter(p._prev)))
                break
        else:
            yield path.pop()[0]


def build_topo(v, visited, topo):
    topo.extend(inputs_first(v))


def zero_grad(root):
    for node in inputs_first(root):
        node.grad = 0.0
