"""Exercise 13: pulling instead of pushing.

For each node of the graph the consumers are listed. A node then fetches its gradient: the sum
over its consumers of their gradient times the slope of that edge.
"""

import math
from types import SimpleNamespace

SLOPES = SimpleNamespace(
    plus=lambda out, x, y: (1.0, 1.0),
    minus=lambda out, x, y: (1.0, -1.0),
    times=lambda out, x, y: (y, x),
    over=lambda out, x, y: (1.0 / y, -x / (y * y)),
    minus_sign=lambda out, x: (-1.0,),
    tanh=lambda out, x: (1.0 - out * out,),
    exp=lambda out, x: (out,),
    relu=lambda out, x: (1.0 if x > 0 else 0.0,),
)


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._slopes = tuple(slopes)

    def _backward(self, consumers):
        """Fetch the gradient from the consumers [(node, position among its inputs), ...]."""
        total = 0.0
        for consumer, position in consumers:
            total += consumer._slopes[position] * consumer._pulled
        self._pulled = total

    def backward(self):
        order = []
        build_topo(self, set(), order)
        consumers = {node: [] for node in order}
        for node in order:
            for position, source in enumerate(node._prev):
                consumers[source].append((node, position))
        self._pulled = 1.0
        for node in reversed(order):
            if node is not self:
                node._backward(consumers[node])
        for node in order:
            node.grad = node._pulled if node._prev else node.grad + node._pulled
            del_later.append(node)
        while del_later:
            del del_later.pop()._pulled

    def __add__(self, other):
        return make(SLOPES.plus, float.__add__, self, other)

    def __radd__(self, other):
        return make(SLOPES.plus, float.__add__, other, self)

    def __sub__(self, other):
        return make(SLOPES.minus, float.__sub__, self, other)

    def __rsub__(self, other):
        return make(SLOPES.minus, float.__sub__, other, self)

    def __mul__(self, other):
        return make(SLOPES.times, float.__mul__, self, other)

    def __rmul__(self, other):
        return make(SLOPES.times, float.__mul__, other, self)

    def __truediv__(self, other):
        return make(SLOPES.over, float.__truediv__, self, other)

    def __rtruediv__(self, other):
        return make(SLOPES.over, float.__truediv__, other, self)

    def __neg__(self):
        return make(SLOPES.minus_sign, float.__neg__, self)

    def __pow__(self, n):
        def slope(out, x):
            return (n * x ** (n - 1) if n != 0 else 0.0,)

        return make(slope, lambda x: x**n, self)

    def tanh(self):
        return make(SLOPES.tanh, math.tanh, self)

    def exp(self):
        return make(SLOPES.exp, math.exp, self)

    def relu(self):
        return make(SLOPES.relu, lambda x: x if x > 0 else 0.0, self)

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"


del_later = []


def make(slopes, operation, *things):
    nodes = [t if isinstance(t, Value) else Value(t) for t in things]
    numbers = [float(node.data) for node in nodes]
    result = operation(*numbers)
    return Value(result, nodes, slopes(result, *numbers))


def build_topo(v, visited, topo):
    """Consumers first by counting, then turned round."""
    visited.add(v)
    reached = [v]
    uses = {v: 0}
    for node in reached:
        for source in node._prev:
            if source not in visited:
                visited.add(source)
                reached.append(source)
                uses[source] = 0
            uses[source] += 1
    ready, order = [v], []
    while ready:
        node = ready.pop()
        order.append(node)
        for source in node._prev:
            uses[source] -= 1
            if uses[source] == 0:
                ready.append(source)
    topo.extend(reversed(order))


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
