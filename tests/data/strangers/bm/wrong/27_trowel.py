import math
from functools import singledispatch
from typing import Any, NamedTuple


class Origin(NamedTuple):
    inputs: tuple = ()
    rule: Any = None


class Value:
    def __init__(self, data, origin=Origin(), leaf=True):
        self.data = data
        self.grad = 0.0
        self.origin = origin
        self.leaf = leaf

    @property
    def _prev(self):
        return self.origin.inputs

    def _backward(self):
        if self.origin.rule is not None:
            self.origin.rule(self.grad)

    def __add__(self, other):
        other = value_of(other)
        return from_two(self, other, self.data + other.data, lambda x, y: (1, 1))

    def __mul__(self, other):
        other = value_of(other)
        return from_two(self, other, self.data * other.data, lambda x, y: (y, x))

    def __truediv__(self, other):
        other = value_of(other)
        return from_two(
            self, other, self.data / other.data, lambda x, y: (1 / y, -x / y**2)
        )

    def __neg__(self):
        return from_one(self, -self.data, lambda x: -1)

    def __pow__(self, n):
        return from_one(
            self, self.data**n, lambda x: n * x ** (n - 1) if n != 0 else 0.0
        )

    def __sub__(self, other):
        return self + -value_of(other)

    def __radd__(self, other):
        return value_of(other) + self

    def __rsub__(self, other):
        return value_of(other) - self

    def __rmul__(self, other):
        return value_of(other) * self

    def __rtruediv__(self, other):
        return value_of(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return from_one(self, t, lambda x: 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return from_one(self, e, lambda x: e)

    def relu(self):
        return from_one(self, max(self.data, 0.0), lambda x: 1 if x > 0 else 0)

    def backward(self):
        order = sorted_graph(self)
        for node in order:
            if not node.leaf:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


@singledispatch
def value_of(x):
    return Value(x)


@value_of.register
def _(x: Value):
    return x


def from_one(a, data, slope):
    def rule(g):
        a.grad += slope(a.data) * g

    return Value(data, Origin((a,), rule))


def from_two(a, b, data, slopes):
    def rule(g):
        left, right = slopes(a.data, b.data)
        a.grad += left * g
        b.grad += right * g

    return Value(data, Origin((a, b), rule), leaf=False)


def sorted_graph(root):
    topo = []
    build_topo(root, set(), topo)
    return topo


def build_topo(v, visited, topo):
    path = [v]
    while path:
        node = path[-1]
        visited.add(node)
        for p in node._prev:
            if p not in visited:
                path.append(p)
                break
        else:
            topo.append(path.pop())


def zero_grad(root):
    for node in sorted_graph(root):
        node.grad = 0.0
