"""The operators are functions; the class gets them at the end."""

import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_slopes", "_backward")

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self._backward = self._share

    def _share(self):
        for p, slope in zip(self._prev, self._slopes):
            p.grad += slope * self.grad

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            node._backward()


def value_of(x):
    return x if isinstance(x, Value) else Value(x)


def is_neutral(x, number):
    """Does the operand x leave the operator nothing to do?"""
    return getattr(x, "data", x) == number


def add(a, b):
    if is_neutral(b, 0):
        return a
    b = value_of(b)
    return Value(a.data + b.data, (a, b), (1.0, 1.0))


def sub(a, b):
    if is_neutral(b, 0):
        return a
    b = value_of(b)
    return Value(a.data - b.data, (a, b), (1.0, -1.0))


def mul(a, b):
    if is_neutral(b, 1):
        return a
    b = value_of(b)
    return Value(a.data * b.data, (a, b), (b.data, a.data))


def div(a, b):
    if is_neutral(b, 1):
        return a
    b = value_of(b)
    return Value(a.data / b.data, (a, b), (1.0 / b.data, -a.data / (b.data * b.data)))


def power(a, n):
    if n == 0:
        return Value(1.0, (a,), (0.0,))
    return Value(a.data**n, (a,), (n * a.data ** (n - 1),))


def neg(a):
    return Value(-a.data, (a,), (-1.0,))


def tanh(a):
    t = math.tanh(a.data)
    return Value(t, (a,), (1.0 - t * t,))


def exp(a):
    e = math.exp(a.data)
    return Value(e, (a,), (e,))


def relu(a):
    if a.data > 0:
        return Value(a.data, (a,), (1.0,))
    return Value(0.0, (a,), (0.0,))


Value.__add__ = Value.__radd__ = add
Value.__mul__ = Value.__rmul__ = mul
Value.__sub__ = sub
Value.__rsub__ = lambda a, number: sub(Value(number), a)
Value.__truediv__ = div
Value.__rtruediv__ = lambda a, number: div(Value(number), a)
Value.__pow__ = power
Value.__neg__ = neg
Value.tanh = tanh
Value.exp = exp
Value.relu = relu


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, i = stack.pop()
        if i == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, i + 1))
        p = node._prev[i]
        if p not in visited:
            visited.add(p)
            stack.append((p, 0))


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
