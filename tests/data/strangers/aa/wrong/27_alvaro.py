"""Autodiff exam - forward ops at module level, Value only delegates."""
import math
from collections import Counter, deque


class Value:
    def __init__(self, data, prev=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._rule = rule

    def _backward(self):
        if self._rule is not None:
            self._rule(self.grad, *self._prev)

    __add__ = lambda self, other: add(self, other)
    __radd__ = lambda self, other: add(other, self)
    __sub__ = lambda self, other: add(self, neg(other))
    __rsub__ = lambda self, other: add(other, neg(self))
    __mul__ = lambda self, other: mul(self, other)
    __rmul__ = lambda self, other: mul(other, self)
    __truediv__ = lambda self, other: div(self, other)
    __rtruediv__ = lambda self, other: div(other, self)
    __neg__ = lambda self: neg(self)
    __pow__ = lambda self, n: power(self, n)
    tanh = lambda self: tanh(self)
    exp = lambda self: exp(self)
    relu = lambda self: relu(self)
    backward = lambda self: run_backward(self)


def val(x):
    return x if isinstance(x, Value) else Value(float(x))


def add(a, b):
    a, b = val(a), val(b)

    def rule(g, a, b):
        a.grad += g
        b.grad += g

    return Value(a.data + b.data, (a, b), rule)


def neg(a):
    a = val(a)

    def rule(g, a):
        a.grad -= g

    return Value(-a.data, (a,), rule)


def mul(a, b):
    a, b = val(a), val(b)

    def rule(g, a, b):
        a.grad += g * b.data
        b.grad += g * a.data

    return Value(a.data * b.data, (a, b), rule)


def div(a, b):
    a, b = val(a), val(b)

    def rule(g, a, b):
        a.grad += g / b.data
        b.grad -= g * a.data / b.data / b.data

    return Value(a.data / b.data, (a, b), rule)


def power(a, n):
    def rule(g, a):
        if n != 0:
            a.grad += g * n * a.data ** (n - 1)

    return Value(a.data**n, (a,), rule)


def tanh(a):
    t = math.tanh(a.data)

    def rule(g, a):
        a.grad += g * (1 - t * t)

    return Value(t, (a,), rule)


def exp(a):
    e = math.exp(a.data)

    def rule(g, a):
        a.grad += g * e

    return Value(e, (a,), rule)


def relu(a):
    def rule(g, a):
        a.grad += g if a.data > 0 else 0.0

    return Value(max(0.0, a.data), (a,), rule)


def root_first(root):
    """Each node after all of its consumers."""
    uses = Counter()
    seen = {root}
    queue = deque([root])
    while queue:
        node = queue.popleft()
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                queue.append(p)
                uses[p] += 1
    order = [root]
    for node in order:
        for p in node._prev:
            uses[p] -= 1
            if uses[p] == 0:
                order.append(p)
    return order


def run_backward(root):
    order = root_first(root)
    for node in order:
        if node._prev:
            node.grad = 0.0
    root.grad += 1.0
    for node in order:
        node._backward()


def build_topo(v, visited, topo):
    topo.extend(reversed(root_first(v)))


def zero_grad(root):
    for node in root_first(root):
        node.grad = 0.0
