"""Inputs and slopes in one dictionary: a node that is used twice by the same operation has ONE
entry with the sum of the slopes (a * a: {a: 2a}). `_prev` is a set. Plain numbers become nodes
that are kept for good and shared by everyone. The order comes from counting consumers."""
import math
from collections import defaultdict

KEPT = {}


class Value:
    def __init__(self, data, *edges):
        self.data = float(data)
        self.grad = 0.0
        self._backward = {}
        for node, slope in edges:
            self._backward[node] = self._backward.get(node, 0.0) + slope

    @property
    def _prev(self):
        return set(self._backward)

    def backward(self):
        order = by_counting(self)
        for node in order:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            for p, slope in node._backward.items():
                p.grad += slope * node.grad

    def __add__(self, other):
        other = kept(other)
        return Value(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = kept(other)
        return Value(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = kept(other)
        return Value(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = kept(other)
        x, y = self.data, other.data
        return Value(x / y, (self, 1.0 / y), (other, -x / y**2))

    def __neg__(self):
        return kept(0.0) - self

    def __pow__(self, n):
        return Value(self.data**n, (self, n * self.data ** (n - 1) if n != 0 else 0.0))

    def __radd__(self, number):
        return kept(number) + self

    def __rsub__(self, number):
        return kept(number) - self

    def __rmul__(self, number):
        return kept(number) * self

    def __rtruediv__(self, number):
        return kept(number) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, 1.0 - t**2))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, e))

    def relu(self):
        return Value(max(self.data, 0.0), (self, 1.0 if self.data > 0 else 0.0))


def kept(x):
    if isinstance(x, Value):
        return x
    if x not in KEPT:
        KEPT[x] = Value(x)
    return KEPT[x]


def by_counting(root):
    """Consumers first."""
    consumers = defaultdict(int)
    todo, met = [root], {root}
    while todo:
        for p in todo.pop()._backward:
            consumers[p] += 1
            if p not in met:
                met.add(p)
                todo.append(p)
    order, k = [root], 0
    while k < len(order):
        for p in order[k]._backward:
            consumers[p] -= 1
            if not consumers[p]:
                order.append(p)
        k += 1
    return order


def build_topo(v, visited, topo):
    topo[:] = by_counting(v)[::-1]


def zero_grad(root):
    for node in by_counting(root):
        node.grad = 0.0
