# Functional style: free functions make nodes; the class only lends its operators.
import math
from functools import reduce


class Value:
    def __init__(self, data, _prev=(), pullback=lambda g: ()):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._pullback = pullback

    def _backward(self):
        for node, share in zip(self._prev, self._pullback(self.grad)):
            node.grad += share

    __add__ = lambda a, b: add(a, b)
    __radd__ = lambda a, b: add(b, a)
    __sub__ = lambda a, b: add(a, neg(b))
    __rsub__ = lambda a, b: add(b, neg(a))
    __mul__ = lambda a, b: mul(a, b)
    __rmul__ = lambda a, b: mul(b, a)
    __truediv__ = lambda a, b: mul(a, inverse(b))
    __rtruediv__ = lambda a, b: mul(b, inverse(a))
    __pow__ = lambda a, n: power(a, n)
    __neg__ = lambda a: neg(a)
    tanh = lambda a: tanh(a)
    exp = lambda a: exp(a)
    relu = lambda a: relu(a)

    def backward(self):
        order = linearise(self)
        for node in filter(lambda n: n._prev, order):
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def value(x):
    return x if isinstance(x, Value) else Value(x)


def add(a, b):
    a, b = value(a), value(b)
    return Value(a.data + b.data, (a, b), lambda g: (g, g))


def mul(a, b):
    a, b = value(a), value(b)
    x, y = a.data, b.data
    return Value(x * y, (a, b), lambda g: (g * y, g * x))


def neg(a):
    a = value(a)
    return Value(-a.data, (a,), lambda g: (-g,))


def inverse(a):
    a = value(a)
    r = 1.0 / a.data
    return Value(r, (a,), lambda g: (-g * r * r,))


def power(a, n):
    x = a.data
    return Value(x**n, (a,), lambda g: (g * n * x ** (n - 1) if n else 0.0,))


def tanh(a):
    t = math.tanh(a.data)
    return Value(t, (a,), lambda g: (g * (1 - t) * (1 + t),))


def exp(a):
    x = a.data
    e = math.exp(x)
    return Value(e, (a,), lambda g: (g * x,))


def relu(a):
    x = a.data
    return Value(max(0.0, x), (a,), lambda g: (g if x > 0 else 0.0,))


def linearise(root):
    """A stack of jobs; a job is either a visit or the entry of a finished node."""
    done, order = set(), []
    jobs = []

    def visit(node):
        if node not in done:
            done.add(node)
            jobs.append((order.append, node))
            reduce(lambda _, p: jobs.append((visit, p)), node._prev, None)

    visit(root)
    while jobs:
        job, node = jobs.pop()
        job(node)
    return order


def build_topo(v, visited, topo):
    topo += linearise(v)
    visited |= set(topo)


def zero_grad(root):
    for node in linearise(root):
        node.grad = 0.0
