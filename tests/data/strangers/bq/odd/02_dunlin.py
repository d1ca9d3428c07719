"""The operators are partial methods of one method; the order comes from consumer counts,
out of a generator that never stores it."""

import math
import operator
from collections import Counter
from functools import partialmethod


def _power_slope(x, n):
    return n * x ** (n - 1) if n else 0.0


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = []
        self._backward = tuple  # leaves have nothing to pass on

    def __repr__(self):
        return f"Value({self.data}, {self.grad})"

    def _apply(self, compute, slopes, swap, *others):
        nodes = [self, *(n if isinstance(n, Value) else Value(float(n)) for n in others)]
        if swap:
            nodes.reverse()
        xs = [node.data for node in nodes]
        out = Value(compute(*xs))
        out._prev = nodes
        ss = slopes(*xs, out.data)
        out._backward = lambda: [(node, s * out.grad) for node, s in zip(nodes, ss)]
        return out

    __add__ = partialmethod(_apply, operator.add, lambda x, y, r: (1.0, 1.0), False)
    __radd__ = partialmethod(_apply, operator.add, lambda x, y, r: (1.0, 1.0), True)
    __sub__ = partialmethod(_apply, operator.sub, lambda x, y, r: (1.0, -1.0), False)
    __rsub__ = partialmethod(_apply, operator.sub, lambda x, y, r: (1.0, -1.0), True)
    __mul__ = partialmethod(_apply, operator.mul, lambda x, y, r: (y, x), False)
    __rmul__ = partialmethod(_apply, operator.mul, lambda x, y, r: (y, x), True)
    __truediv__ = partialmethod(
        _apply, operator.truediv, lambda x, y, r: (1 / y, -x / (y * y)), False
    )
    __rtruediv__ = partialmethod(
        _apply, operator.truediv, lambda x, y, r: (1 / y, -x / (y * y)), True
    )
    __neg__ = partialmethod(_apply, operator.neg, lambda x, r: (-1.0,), False)
    tanh = partialmethod(_apply, math.tanh, lambda x, r: (1.0 - r * r,), False)
    exp = partialmethod(_apply, math.exp, lambda x, r: (r,), False)
    relu = partialmethod(
        _apply, lambda x: x if x > 0 else 0.0, lambda x, r: (1.0 if x > 0 else 0.0,), False
    )

    def __pow__(self, n):
        return self._apply(lambda x: x**n, lambda x, r: (_power_slope(x, n),), False)

    def backward(self):
        for node in _consumers_first(self):
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in _consumers_first(self):
            for target, part in node._backward():
                target.grad += part


def _consumers_first(root):
    waits = Counter()
    met, todo = {root}, [root]
    while todo:
        prev = todo.pop()._prev
        waits.update(prev)
        todo.extend(fresh := set(prev) - met)
        met |= fresh
    ready = [root]
    while ready:
        node = ready.pop()
        yield node
        waits.subtract(node._prev)
        ready.extend(n for n in set(node._prev) if not waits[n])


def build_topo(v, visited, topo):
    visited.update(_consumers_first(v))
    topo[:] = reversed(list(_consumers_first(v)))


def zero_grad(root):
    for node in _consumers_first(root):
        node.grad = 0.0
