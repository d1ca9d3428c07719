"""Exercise 13: a decorator makes a node out of a number and its slopes."""

import functools
import math


def operation(compute):
    """`compute` gives the number, then one slope for each Value among its arguments."""

    @functools.wraps(compute)
    def method(*args):
        inputs = tuple(x for x in args if isinstance(x, Value))
        data, *slopes = compute(*(getattr(x, "data", x) for x in args))
        if len(inputs) < len(slopes):
            inputs = tuple(x if isinstance(x, Value) else Value(x) for x in args)
        out = Value(data, inputs)
        out._slopes = slopes
        return out

    return method


def swapped(method):
    return lambda self, other: method(Value(other), self)


class Value:
    _slopes = ()

    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    @operation
    def __add__(a, b):
        return a + b, 1.0, 1.0

    @operation
    def __sub__(a, b):
        return a - b, 1.0, -1.0

    @operation
    def __mul__(a, b):
        return a * b, b, a

    @operation
    def __truediv__(a, b):
        return a / b, 1.0 / b, -a / b**2

    @operation
    def __pow__(a, n):
        slope = n * a ** (n - 1) if n > 0 else 0.0
        return a**n, slope

    @operation
    def __neg__(a):
        return -a, -1.0

    @operation
    def tanh(a):
        t = math.tanh(a)
        return t, 1.0 - t * t

    @operation
    def exp(a):
        e = math.exp(a)
        return e, e

    @operation
    def relu(a):
        return (a, 1.0) if a > 0 else (0.0, 0.0)

    __radd__ = swapped(__add__)
    __rsub__ = swapped(__sub__)
    __rmul__ = swapped(__mul__)
    __rtruediv__ = swapped(__truediv__)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            topo.append(node)
        elif id(node) not in visited:
            visited.add(id(node))
            stack.append((node, True))
            stack.extend((child, False) for child in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
