"""Fruit that falls by itself: an inner node has no grad of its own but asks nobody. The class has
no `__init__` worth the name; nodes are made by decorators from plain functions on floats."""

import functools
import math


class Value:
    grad = 0.0  # until somebody has another one
    _prev = ()
    _op = "leaf"

    def __init__(self, data, _prev=(), _op=""):
        self.data = data

    def _backward(self):
        pass


def fruit(name, reflected=False):
    """Make a method from a function of floats that returns the value and the slopes."""

    def decorate(function):
        arity = function.__code__.co_argcount

        @functools.wraps(function)
        def method(*nodes):
            if len(nodes) != arity:
                raise TypeError(f"{name} takes {arity} numbers")
            nodes = tuple(n if isinstance(n, Value) else Value(n) for n in nodes)
            data, *slopes = function(*(n.data for n in nodes))
            out = Value(data)
            out._prev = nodes
            out._op = name
            out._backward = functools.partial(fall, out, tuple(slopes))
            return out

        setattr(Value, name, method)
        if reflected:
            swapped = lambda self, other: method(other, self)  # noqa: E731
            setattr(Value, "__r" + name[2:], swapped)
        return function

    return decorate


def fall(node, slopes):
    g = node.grad
    for i, slope in zip(node._prev, slopes):
        i.grad = i.grad + g * slope


@fruit("__add__", reflected=True)
def _(x, y):
    return x + y, 1.0, 1.0


@fruit("__sub__", reflected=True)
def _(x, y):
    return x - y, 1.0, -1.0


@fruit("__mul__", reflected=True)
def _(x, y):
    return x * y, y, x


@fruit("__truediv__", reflected=True)
def _(x, y):
    return x / y, 1.0 / y, -x / y / y


@fruit("__neg__")
def _(x):
    return -x, -1.0


@fruit("tanh")
def _(x):
    t = math.tanh(x)
    return t, 1.0 - t * t


@fruit("exp")
def _(x):
    e = math.exp(x)
    return e, e


@fruit("relu")
def _(x):
    return (x, 1.0) if x > 0 else (0.0, 0.0)


@functools.lru_cache(maxsize=16)
def power(n, kind):
    """A unary operator for one exponent. (1 and 1.0 are one key of a cache, so add the type.)"""
    name = f"pow_{kind.__name__}_{n!r}"
    fruit(name)(lambda x: (x**n, n * x ** (n - 1) if n != 0 else 0.0))
    method = getattr(Value, name)
    delattr(Value, name)
    return method


def __pow__(self, n):
    return power(n, type(n))(self)


def backward(self):
    topo = []
    build_topo(self, set(), topo)
    for node in filter(lambda node: node._prev, topo):
        vars(node).pop("grad", None)
    self.grad = self.grad + 1.0
    for node in map(topo.__getitem__, range(len(topo) - 1, -1, -1)):
        node._backward()


Value.__pow__ = __pow__
Value.backward = backward


def build_topo(v, visited, topo):
    try:
        stack = [(v, iter(v._prev))]
        visited.add(v)
        while True:
            try:
                i = next(stack[-1][1])
            except StopIteration:
                topo.append(stack.pop()[0])
            else:
                if i not in visited:
                    visited.add(i)
                    stack.append((i, iter(i._prev)))
    except IndexError:
        return topo


def zero_grad(root):
    for node in build_topo(root, set(), []):
        vars(node).pop("grad", None)
