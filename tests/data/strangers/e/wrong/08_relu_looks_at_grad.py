import math
from functools import singledispatch
from typing import NamedTuple


class Leaf(NamedTuple):
    pass


class Add(NamedTuple):
    a: object
    b: object


class Mul(NamedTuple):
    a: object
    b: object


class Div(NamedTuple):
    a: object
    b: object


class Pow(NamedTuple):
    a: object
    n: float


class Tanh(NamedTuple):
    a: object


class Exp(NamedTuple):
    a: object


class Relu(NamedTuple):
    a: object


@singledispatch
def rule(how, out):
    """Pass the gradient of `out` on to the inputs; a leaf has none."""


@rule.register
def _(how: Add, out):
    how.a.grad += out.grad
    how.b.grad += out.grad


@rule.register
def _(how: Mul, out):
    how.a.grad += how.b.data * out.grad
    how.b.grad += how.a.data * out.grad


@rule.register
def _(how: Div, out):
    how.a.grad += out.grad / how.b.data
    how.b.grad += -how.a.data / how.b.data ** 2 * out.grad


@rule.register
def _(how: Pow, out):
    how.a.grad += (how.n * how.a.data ** (how.n - 1) if how.n != 0 else 0.0) * out.grad


@rule.register
def _(how: Tanh, out):
    how.a.grad += (1 - out.data ** 2) * out.grad


@rule.register
def _(how: Exp, out):
    how.a.grad += out.data * out.grad


@rule.register
def relu_rule(how: Relu, out):
    if out.grad > 0:
        how.a.grad += out.grad


class Value:
    def __init__(self, data, how=Leaf()):
        self.data = data
        self.grad = 0.0
        self.how = how
        self._prev = tuple(x for x in how if isinstance(x, Value))

    def _backward(self):
        rule(self.how, self)

    def __add__(self, o):
        o = wrap(o)
        return Value(self.data + o.data, Add(self, o))

    def __mul__(self, o):
        o = wrap(o)
        return Value(self.data * o.data, Mul(self, o))

    def __truediv__(self, o):
        o = wrap(o)
        return Value(self.data / o.data, Div(self, o))

    def __pow__(self, n):
        return Value(self.data ** n, Pow(self, n))

    def tanh(self):
        return Value(math.tanh(self.data), Tanh(self))

    def exp(self):
        return Value(math.exp(self.data), Exp(self))

    def relu(self):
        return Value(max(0.0, self.data), Relu(self))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, o):
        return self + wrap(o) * -1.0

    def __radd__(self, o):
        return wrap(o) + self

    def __rsub__(self, o):
        return wrap(o) - self

    def __rmul__(self, o):
        return wrap(o) * self

    def __rtruediv__(self, o):
        return wrap(o) / self

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for v in order:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(order):
            v._backward()


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    visited.add(v)
    trail = [(v, iter(v._prev))]
    while trail:
        node, inputs = trail[-1]
        nxt = next((p for p in inputs if p not in visited), None)
        if nxt is None:
            topo.append(node)
            trail.pop()
        else:
            visited.add(nxt)
            trail.append((nxt, iter(nxt._prev)))


def zero_grad(root):
    every = []
    build_topo(root, set(), every)
    for v in every:
        v.grad = 0.0
