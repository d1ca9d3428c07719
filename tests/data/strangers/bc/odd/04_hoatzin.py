"""Promises: an operation promises its number from the promises that its inputs hold right now.

To set `data` gives a node a new promise; whoever has been promised the old number gets it.
"""

import math
from numbers import Real


class Promise:
    __slots__ = ("number", "formula", "needs")

    def __init__(self, number=None, formula=None, needs=()):
        self.number, self.formula, self.needs = number, formula, needs

    def keep(self):
        """Work out this promise and all it needs, from the bottom up."""
        open_ = [self]
        while open_:
            promise = open_[-1]
            if promise.formula is None:
                open_.pop()
                continue
            missing = [p for p in promise.needs if p.formula is not None]
            if missing:
                open_ += missing
            else:
                promise.number = promise.formula(*[p.number for p in promise.needs])
                promise.formula, promise.needs = None, ()
        return self.number


class Value:
    def __init__(self, data, _prev=(), _op="", _backward=None):
        self._promise = data if isinstance(data, Promise) else Promise(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _backward

    @property
    def data(self):
        return self._promise.keep()

    @data.setter
    def data(self, number):
        self._promise = Promise(number)

    def __add__(self, other):
        return apply("+", lambda x, y: x + y, lambda y, a, b: (1.0, 1.0), self, other)

    def __sub__(self, other):
        return apply("-", lambda x, y: x - y, lambda y, a, b: (1.0, -1.0), self, other)

    def __mul__(self, other):
        def slopes(y, a, b):
            return b.keep(), a.keep()

        return apply("*", lambda x, y: x * y, slopes, self, other)

    def __truediv__(self, other):
        def slopes(y, a, b):
            return 1.0 / b.keep(), -y.keep() / b.keep()

        return apply("/", lambda x, y: x / y, slopes, self, other)

    def __radd__(self, other):
        return NotImplemented if not isinstance(other, Real) else Value(other) + self

    def __rsub__(self, other):
        return NotImplemented if not isinstance(other, Real) else Value(other) - self

    def __rmul__(self, other):
        return NotImplemented if not isinstance(other, Real) else Value(other) * self

    def __rtruediv__(self, other):
        return NotImplemented if not isinstance(other, Real) else Value(other) / self

    def __neg__(self):
        return apply("neg", lambda x: -x, lambda y, a: (-1.0,), self)

    def __pow__(self, n):
        if not isinstance(n, Real):
            return NotImplemented

        def slopes(y, a):
            return (n * a.keep() ** (n - 1) if n else 0.0,)

        return apply("**", lambda x: x**n, slopes, self)

    def tanh(self):
        return apply("tanh", math.tanh, lambda y, a: (1.0 - y.keep() ** 2,), self)

    def exp(self):
        return apply("exp", math.exp, lambda y, a: (y.keep(),), self)

    def relu(self):
        return apply(
            "relu", lambda x: x if x > 0 else 0.0, lambda y, a: (float(y.keep() > 0),), self
        )

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._prev:
                for below, slope in zip(node._prev, node._backward()):
                    below.grad += slope * node.grad


def apply(op, formula, slopes, *operands):
    if not all(isinstance(o, (Value, Real)) for o in operands):
        return NotImplemented
    inputs = tuple(o if isinstance(o, Value) else Value(o) for o in operands)
    needs = tuple(i._promise for i in inputs)
    result = Promise(None, formula, needs)
    return Value(result, inputs, op, lambda: slopes(result, *needs))


def build_topo(v, visited, topo):
    # From the root down in order of the last consumer, then turned round.
    consumers = {v: 0}
    todo = [v]
    while todo:
        for below in todo.pop()._prev:
            if below not in consumers:
                consumers[below] = 0
                todo.append(below)
            consumers[below] += 1
    ready = [v]
    for node in ready:
        visited.add(node)
        for below in node._prev:
            consumers[below] -= 1
            if not consumers[below]:
                ready.append(below)
    topo.extend(ready[::-1])


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
