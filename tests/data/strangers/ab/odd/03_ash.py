"""Closures only: a Value is a shell, and all that it knows it was told by functions."""

import math
from functools import partialmethod


def unary(f, df):
    """Make a method of a function and of its slope (given the number and the result)."""

    def method(self, *constants):
        x = self.data
        y = f(x, *constants)

        def pull(g):
            yield self, g * df(x, y, *constants)

        return Value(y, (self,), pull)

    return method


def binary(f, dfx, dfy, swapped=False):
    def method(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        left, right = (other, self) if swapped else (self, other)
        x, y = left.data, right.data

        def pull(g):
            yield left, g * dfx(x, y)
            yield right, g * dfy(x, y)

        return Value(f(x, y), (left, right), pull)

    return method


def both_ways(*functions):
    return binary(*functions), binary(*functions, swapped=True)


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data, self.grad = data, 0.0
        self._prev, self._backward = _prev, _backward

    __add__, __radd__ = both_ways(lambda x, y: x + y, lambda x, y: 1.0, lambda x, y: 1.0)
    __sub__, __rsub__ = both_ways(lambda x, y: x - y, lambda x, y: 1.0, lambda x, y: -1.0)
    __mul__, __rmul__ = both_ways(lambda x, y: x * y, lambda x, y: y, lambda x, y: x)
    __truediv__, __rtruediv__ = both_ways(
        lambda x, y: x / y, lambda x, y: 1.0 / y, lambda x, y: -x / (y * y)
    )
    __pow__ = unary(lambda x, n: x**n, lambda x, y, n: n * x ** (n - 1) if n else 0.0)
    __neg__ = unary(lambda x: -x, lambda x, y: -1.0)
    tanh = unary(math.tanh, lambda x, t: 1.0 - t * t)
    exp = unary(math.exp, lambda x, e: e)
    relu = unary(lambda x: max(0.0, x), lambda x, y: 1.0 if x > 0.0 else 0.0)

    def _act_on(self, *acts):
        topo = []
        build_topo(self, set(), topo)
        for act, step in acts:
            for node in topo[::step]:
                act(node)

    zero_grad = partialmethod(_act_on, (lambda node: setattr(node, "grad", 0.0), 1))

    def backward(self):
        def restart(node):
            if node._prev:
                node.grad = 0.0

        def seed(node):
            if node is self:
                node.grad += 1.0

        def hand_on(node):
            if node._backward:
                for child, share in node._backward(node.grad):
                    child.grad += share

        self._act_on((restart, 1), (seed, 1), (hand_on, -1))


def build_topo(v, visited, topo):
    todo = [lambda: enter(v)]

    def enter(node):
        if node not in visited:
            visited.add(node)
            todo.append(lambda: topo.append(node))
            todo.extend(lambda child=child: enter(child) for child in node._prev)

    while todo:
        todo.pop()()


def zero_grad(root):
    root.zero_grad()
