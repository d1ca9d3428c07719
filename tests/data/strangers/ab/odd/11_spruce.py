"""Engine in the functional manner: frozen recipes, a dispatching constructor, orders from below."""

import math
import operator
from collections import deque
from dataclasses import dataclass, field
from functools import singledispatch


@dataclass(frozen=True, eq=False, slots=True)
class Recipe:
    inputs: tuple = ()
    slopes: tuple = ()

    def shares(self, grad):
        return zip(self.inputs, (grad * slope for slope in self.slopes))


RAW = Recipe()


@dataclass(eq=False, repr=False, slots=True)
class Value:
    data: float
    _backward: Recipe = RAW
    grad: float = field(default=0.0, init=False)

    @property
    def _prev(self):
        return self._backward.inputs

    def __repr__(self):
        return f"Value({self.data})"

    def __add__(self, other):
        return two(operator.add, self, to_node(other), lambda x, y: (1.0, 1.0))

    def __sub__(self, other):
        return two(operator.sub, self, to_node(other), lambda x, y: (1.0, -1.0))

    def __mul__(self, other):
        return two(operator.mul, self, to_node(other), lambda x, y: (y, x))

    def __truediv__(self, other):
        return two(
            operator.truediv, self, to_node(other), lambda x, y: (1.0 / y, -x / y / y)
        )

    def __radd__(self, other):
        return to_node(other) + self

    def __rsub__(self, other):
        return to_node(other) - self

    def __rmul__(self, other):
        return to_node(other) * self

    def __rtruediv__(self, other):
        return to_node(other) / self

    def __neg__(self):
        return Value(-self.data, Recipe((self,), (-1.0,)))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, Recipe((self,), (slope,)))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, Recipe((self,), (1.0 - t * t,)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, Recipe((self,), (e,)))

    def relu(self):
        return Value(max(self.data, 0.0), Recipe((self,), (float(self.data > 0.0),)))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward is not RAW:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            for child, share in node._backward.shares(node.grad):
                child.grad += share


@singledispatch
def to_node(x):
    return Value(float(x))


@to_node.register
def _(x: Value):
    return x


def two(function, a, b, slopes):
    return Value(function(a.data, b.data), Recipe((a, b), slopes(a.data, b.data)))


def build_topo(v, visited, topo):
    """From the ground up: a node may come as soon as the last of its inputs has come."""
    users = {v: []}
    found = deque([v])
    ready = deque()
    missing = {}
    while found:
        node = found.popleft()
        missing[node] = len(node._prev)
        if not node._prev:
            ready.append(node)
        for child in node._prev:
            if child not in users:
                users[child] = []
                found.append(child)
            users[child].append(node)
    while ready:
        node = ready.popleft()
        topo.append(node)
        for user in users[node]:
            missing[user] -= 1
            if missing[user] == 0:
                ready.append(user)
    visited.update(topo)


def zero_grad(root):
    reached = {root}
    frontier = {root}
    while frontier:
        for node in frontier:
            node.grad = 0.0
        frontier = {child for node in frontier for child in node._prev} - reached
        reached |= frontier
