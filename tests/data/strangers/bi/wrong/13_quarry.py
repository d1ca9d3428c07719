"""Operators made by a decorator: each function returns its value and its slopes."""

import functools
import math


def operation(compute):
    """Turn compute(a, b) -> (value, slopes) into an operator on Values."""

    @functools.wraps(compute)
    def apply(*inputs):
        inputs = tuple(i if isinstance(i, Value) else Value(float(i)) for i in inputs)
        value, slopes = compute(*(i.data for i in inputs))
        out = Value(value)
        out._prev = inputs

        def _backward():
            for node, slope in zip(inputs, slopes):
                node.grad += slope * out.grad

        out._backward = _backward
        return out

    return apply


@operation
def add(a, b):
    return a + b, (1.0, 1.0)


@operation
def subtract(a, b):
    return a - b, (1.0, -1.0)


@operation
def multiply(a, b):
    return a * b, (b, a)


@operation
def divide(a, b):
    return a / b, (1.0 / b, -(a / b) / b)


@operation
def negate(a):
    return -a, (-1.0,)


@operation
def tanh(a):
    t = math.tanh(a)
    return t, (1.0 - t * t,)


@operation
def exp(a):
    e = math.exp(a)
    return e, (e,)


@operation
def relu(a):
    return (a, (1.0,)) if a > 0 else (0.0, (0.0,))


def power(base, n):
    if n == 0:
        return Value(1.0)

    @operation
    def raised(a):
        return a**n, (n * a ** (n - 1),)

    return raised(base)


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None

    __add__ = __radd__ = lambda self, other: add(self, other)
    __mul__ = __rmul__ = lambda self, other: multiply(self, other)
    __sub__ = lambda self, other: subtract(self, other)
    __rsub__ = lambda self, other: subtract(other, self)
    __truediv__ = lambda self, other: divide(self, other)
    __rtruediv__ = lambda self, other: divide(other, self)
    __neg__ = lambda self: negate(self)
    __pow__ = lambda self, n: power(self, n)

    def tanh(self):
        return tanh(self)

    def exp(self):
        return exp(self)

    def relu(self):
        return relu(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in filter(lambda n: n._prev, topo):
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward:
                node._backward()


def build_topo(v, visited, topo):
    stack = [[v, 0]]
    visited.add(v)
    while stack:
        top = stack[-1]
        node, index = top
        if index < len(node._prev):
            top[1] += 1
            source = node._prev[index]
            if source not in visited:
                visited.add(source)
                stack.append([source, 0])
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
