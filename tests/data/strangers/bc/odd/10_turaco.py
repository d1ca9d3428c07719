"""The standard library does the turning round: an ExitStack calls back last in, first out."""

import contextlib
import functools
import math
import numbers


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.__dict__.update(data=data, grad=0.0, _prev=_prev, _op=_op, _backward=rest)

    @functools.cached_property
    def is_leaf(self):
        return not self._prev

    def backward(self):
        inner = [node for node in walk(self) if not node.is_leaf]
        with contextlib.ExitStack() as on_the_way_back:
            for node in inner:
                node.grad = 0.0
                on_the_way_back.callback(node._backward)
            self.grad += 1.0


def rest():
    """The rule of a leaf."""


@functools.singledispatch
def lift(thing):
    raise TypeError(f"{type(thing).__name__} is neither a Value nor a number")


@lift.register
def _(thing: Value):
    return thing


@lift.register
def _(thing: numbers.Real):
    return Value(thing)


def binary(name, compute, slopes):
    def forwards(left, right):
        left, right = lift(left), lift(right)
        x, y = left.data, right.data
        out = Value(compute(x, y), (left, right), name)
        out._backward = functools.partial(push, out, slopes(x, y))
        return out

    def reflected(right, left):
        return forwards(left, right)

    setattr(Value, f"__{name}__", forwards)
    setattr(Value, f"__r{name}__", reflected)


def unary(name, compute, slope):
    def method(self):
        x = self.data
        y = compute(x)
        out = Value(y, (self,), name)
        out._backward = functools.partial(push, out, (slope(x, y),))
        return out

    setattr(Value, name, method)


def push(out, slopes):
    for node, slope in zip(out._prev, slopes):
        node.grad += slope * out.grad


binary("add", lambda x, y: x + y, lambda x, y: (1.0, 1.0))
binary("sub", lambda x, y: x - y, lambda x, y: (1.0, -1.0))
binary("mul", lambda x, y: x * y, lambda x, y: (y, x))
binary("truediv", lambda x, y: x / y, lambda x, y: (1.0 / y, -(x / y) / y))
unary("__neg__", lambda x: -x, lambda x, y: -1.0)
unary("tanh", math.tanh, lambda x, y: 1.0 - y * y)
unary("exp", math.exp, lambda x, y: y)
unary("relu", lambda x: x if x > 0 else 0.0, lambda x, y: 1.0 if x > 0 else 0.0)


def power(self, n):
    out = Value(self.data**n, (self,), "pow")
    out._backward = functools.partial(push, out, (n * self.data ** (n - 1) if n else 0.0,))
    return out


Value.__pow__ = power


def walk(root):
    """Inputs first: a chain of iterators, the innermost last."""
    seen = {root}
    chain = [(root, iter(root._prev))]
    while chain:
        node, inputs = chain[-1]
        for below in inputs:
            if below not in seen:
                seen.add(below)
                chain.append((below, iter(below._prev)))
                break
        else:
            chain.pop()
            yield node


def build_topo(v, visited, topo):
    topo += walk(v)
    visited |= set(topo)


def zero_grad(root):
    for node in walk(root):
        node.grad = 0.0
