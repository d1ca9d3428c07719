"""Decorators turn a plain derivative into an operator."""

import functools
import math


def binary(partials):
    """The decorated method gives the value, `partials` the two slopes."""

    def decorate(method):
        @functools.wraps(method)
        def operator(self, other):
            if not isinstance(other, Value):
                other = Value(other)
            x, y = self.data, other.data
            return Value(method(x, y), (self, other), partials(x, y))

        return operator

    return decorate


def unary(partial):
    """The decorated method gives the value, `partial` the slope from value and input."""

    def decorate(method):
        @functools.wraps(method)
        def operator(self, *extra):
            y = method(self.data, *extra)
            return Value(y, (self,), (partial(y, self.data, *extra),))

        return operator

    return decorate


def swapped(operator):
    """The same operator for a number on the left."""

    @functools.wraps(operator)
    def reflected(self, number):
        return operator(Value(number), self)

    return reflected


class Value:
    def __init__(self, data, _prev=(), _partials=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._partials = _partials

    @binary(lambda x, y: (1.0, 1.0))
    def __add__(x, y):
        return x + y

    @binary(lambda x, y: (1.0, -1.0))
    def __sub__(x, y):
        return x - y

    @binary(lambda x, y: (y, x))
    def __mul__(x, y):
        return x * y

    @binary(lambda x, y: (1 / y, -x / y**2))
    def __truediv__(x, y):
        return x / y

    @unary(lambda y, x, n: n * x ** (n - 1) if n != 0 else 0.0)
    def __pow__(x, n):
        return x**n

    @unary(lambda y, x: -1.0)
    def __neg__(x):
        return -x

    @unary(lambda y, x: 1 - y * y)
    def tanh(x):
        return math.tanh(x)

    @unary(lambda y, x: y)
    def exp(x):
        return math.exp(x)

    @unary(lambda y, x: 1.0 if x > 0 else 0.0)
    def relu(x):
        return max(x, 0.0)

    __radd__ = swapped(__add__)
    __rsub__ = swapped(__sub__)
    __rmul__ = swapped(__mul__)
    __rtruediv__ = swapped(__truediv__)

    def _backward(self):
        for p, slope in zip(self._prev, self._partials):
            p.grad += slope * self.grad

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
    stack = [v]
    while stack:
        node = stack.pop()
        if node in visited:
            continue
        missing = [p for p in node._prev if p not in visited]
        if missing:
            stack.append(node)
            stack.extend(missing)
        else:
            visited.add(node)
            topo.append(node)


def zero_grad(root, seen=set()):
    pile = [root]
    while pile:
        node = pile.pop()
        if node not in seen:
            seen.add(node)
            node.grad = 0.0
            pile.extend(node._prev)
