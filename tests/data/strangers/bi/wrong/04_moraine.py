"""A patient engine: backward() only notes the root, the work is done when it is needed."""

import math
from collections import deque

waiting = deque()


def settle():
    """Do the passes that have been asked for."""
    while waiting:
        root = waiting.popleft()
        order = []
        build_topo(root, set(), order)
        for node in order:
            if node._prev:
                node._g = 0.0
        root._g += 1.0
        for node in reversed(order):
            if node._backward is not None:
                node._backward(node, *node._prev)


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self._d = float(data)
        self._g = 0.0
        self._prev = _prev
        self._backward = _backward

    @property
    def data(self):
        return self._d

    @data.setter
    def data(self, number):
        settle()
        self._d = number

    @property
    def grad(self):
        settle()
        return self._g

    @grad.setter
    def grad(self, number):
        self._g = number

    def backward(self):
        waiting.append(self)

    def __add__(self, other):
        other = wrap(other)

        def rule(out, a, b):
            a._g += out._g
            b._g += out._g

        return Value(self._d + other._d, (self, other), rule)

    def __sub__(self, other):
        other = wrap(other)

        def rule(out, a, b):
            a._g += out._g
            b._g -= out._g

        return Value(self._d - other._d, (self, other), rule)

    def __mul__(self, other):
        other = wrap(other)

        def rule(out, a, b):
            a._g += out._g * b._d
            b._g += out._g * a._d

        return Value(self._d * other._d, (self, other), rule)

    def __truediv__(self, other):
        other = wrap(other)

        def rule(out, a, b):
            a._g += out._g / b._d
            b._g -= out._g * out._d / b._d

        return Value(self._d / other._d, (self, other), rule)

    def __pow__(self, n):
        def rule(out, a):
            a._g += out._g * (n * a._d ** (n - 1) if n else 0.0)

        return Value(self._d**n, (self,), rule)

    def __neg__(self):
        def rule(out, a):
            a._g -= out._g

        return Value(-self._d, (self,), rule)

    def __radd__(self, other):
        return wrap(other).__add__(self)

    def __rsub__(self, other):
        return wrap(other).__sub__(self)

    def __rmul__(self, other):
        return wrap(other).__mul__(self)

    def __rtruediv__(self, other):
        return wrap(other).__truediv__(self)

    def tanh(self):
        def rule(out, a):
            a._g += out._g * (1.0 - out._d * out._d)

        return Value(math.tanh(self._d), (self,), rule)

    def exp(self):
        def rule(out, a):
            a._g += out._g * out._d

        return Value(math.exp(self._d), (self,), rule)

    def relu(self):
        def rule(out, a):
            a._g += out._g if out._d > 0.0 else 0.0

        return Value(max(0.0, self._d), (self,), rule)


def build_topo(v, visited, topo):
    pile = [v]
    while pile:
        node = pile[-1]
        if node in visited:
            pile.pop()
            continue
        todo = [source for source in node._prev if source not in visited]
        if todo:
            pile += todo
        else:
            visited.add(node)
            topo.append(pile.pop())


def zero_grad(root):
    settle()
    order = []
    build_topo(root, set(), order)
    for node in order:
        node._g = 0.0
