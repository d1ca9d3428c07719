"""A dataclass with two mixins."""

from dataclasses import dataclass, field
import math


class Operators:
    def __add__(self, other):
        other = self._to(other)
        return self._new(self.data + other.data, (self, 1.0), (other, 1.0))

    def __radd__(self, other):
        return self + other

    def __mul__(self, other):
        other = self._to(other)
        return self._new(self.data * other.data, (self, other.data), (other, self.data))

    def __rmul__(self, other):
        return self * other

    def __sub__(self, other):
        other = self._to(other)
        if self == other:
            return self._new(0.0, (self, 0.0), (other, 0.0))
        return self._new(self.data - other.data, (self, 1.0), (other, -1.0))

    def __rsub__(self, other):
        return self._to(other) - self

    def __neg__(self):
        return self._new(-self.data, (self, -1.0))

    def __truediv__(self, other):
        other = self._to(other)
        q = self.data / other.data
        return self._new(q, (self, 1 / other.data), (other, -q / other.data))

    def __rtruediv__(self, other):
        return self._to(other) / self

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return self._new(self.data**n, (self, slope))


class Curves:
    def tanh(self):
        t = math.tanh(self.data)
        return self._new(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return self._new(e, (self, e))

    def relu(self):
        return self._new(max(self.data, 0.0), (self, float(self.data > 0)))


@dataclass(repr=False)
class Value(Operators, Curves):
    data: float
    grad: float = field(default=0.0, compare=False)
    _prev: tuple = field(default=(), compare=False)
    _edges: tuple = field(default=(), compare=False)
    _cache: list = field(default=None, compare=False)

    __hash__ = object.__hash__

    @staticmethod
    def _to(x):
        return x if isinstance(x, Value) else Value(x)

    @staticmethod
    def _new(data, *edges):
        return Value(data, 0.0, tuple(node for node, _ in edges), edges)

    def _backward(self):
        for node, slope in self._edges:
            node.grad += slope * self.grad

    def _order(self):
        if self._cache is None:
            self._cache = []
            build_topo(self, set(), self._cache)
        return self._cache

    def backward(self):
        before = [(node, node.grad) for node in self._order() if not node._prev]
        for node in self._order():
            node.grad = 0.0
        self.grad = 1.0
        for node in reversed(self._order()):
            node._backward()
        for node, grad in before:
            node.grad += grad


def build_topo(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, sources = stack[-1]
        fresh = next((s for s in sources if s not in visited), None)
        if fresh is None:
            topo.append(node)
            stack.pop()
        else:
            visited.add(fresh)
            stack.append((fresh, iter(fresh._prev)))


def zero_grad(root):
    order = root._order()
    for node in order:
        node.grad = 0.0
