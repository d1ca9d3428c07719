"""Gradients flow through a dictionary of totals; the order is found once per root."""

import math
from functools import cached_property, partialmethod


class Value:
    def __init__(self, data=0.0, _prev=(), _backward=None, _op=""):
        self.data, self.grad = data, 0.0
        self._prev, self._backward, self._op = _prev, _backward, _op

    def _two(self, other, table, swap=False):
        pair = (self, other if isinstance(other, Value) else Value(other))
        if swap:
            pair = pair[::-1]
        numbers = pair[0].data, pair[1].data
        data = table[0](*numbers)
        slopes = table[1](*numbers)

        def push(g, into):
            for node, slope in zip(pair, slopes):
                into(node, g * slope)

        return Value(data, pair, push)

    def _one(self, table):
        data = table[0](self.data)
        slope = table[1](self.data, data)
        return Value(data, (self,), lambda g, into: into(self, g * slope))

    _ADD = (lambda x, y: x + y, lambda x, y: (1, 1))
    _SUB = (lambda x, y: x - y, lambda x, y: (1, -1))
    _MUL = (lambda x, y: x * y, lambda x, y: (y, x))
    _DIV = (lambda x, y: x / y, lambda x, y: (1 / y, -x / y / y))
    __add__ = partialmethod(_two, table=_ADD)
    __sub__ = partialmethod(_two, table=_SUB)
    __mul__ = partialmethod(_two, table=_MUL)
    __truediv__ = partialmethod(_two, table=_DIV)
    __radd__ = partialmethod(_two, table=_ADD, swap=True)
    __rsub__ = partialmethod(_two, table=_SUB, swap=True)
    __rmul__ = partialmethod(_two, table=_MUL, swap=True)
    __rtruediv__ = partialmethod(_two, table=_DIV, swap=True)
    __neg__ = partialmethod(_one, (lambda x: -x, lambda x, y: -1))
    tanh = partialmethod(_one, (math.tanh, lambda x, y: 1 - y * y))
    exp = partialmethod(_one, (math.exp, lambda x, y: y))
    relu = partialmethod(_one, (lambda x: max(x, 0.0), lambda x, y: 1 if x > 0 else 0))

    def __pow__(self, n):
        return self._one((lambda x: x**n, lambda x, y: n * x ** (n - 1) if n else 0))

    @cached_property
    def _order(self):
        found = []
        build_topo(self, set(), found)
        return tuple(found)

    def backward(self):
        totals = {}

        def into(node, amount):
            totals[node] = totals.get(node, 0.0) + amount

        into(self, 1.0)
        for node in reversed(self._order):
            total = totals.pop(node)
            if node._backward:
                node.grad = total
                node._backward(total, into)
            else:
                node.grad += total

    def zero_grad(self):
        for node in self._order:
            node.grad = 0.0


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append((node,))
            stack.extend(node._prev)
    return topo
