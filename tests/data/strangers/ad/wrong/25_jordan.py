"""The order is found once."""

from dataclasses import dataclass, field
import math


class Algebra:
    def __add__(self, other):
        other = self._as_value(other)
        return self._new(self.data + other.data, (self, 1.0), (other, 1.0))

    def __radd__(self, other):
        return self + other

    def __mul__(self, other):
        other = self._as_value(other)
        return self._new(self.data * other.data, (self, other.data), (other, self.data))

    def __rmul__(self, other):
        return self * other

    def __sub__(self, other):
        other = self._as_value(other)
        return self._new(self.data - other.data, (self, 1.0), (other, -1.0))

    def __rsub__(self, other):
        return self._as_value(other) - self

    def __neg__(self):
        return self._new(-self.data, (self, -1.0))

    def __truediv__(self, other):
        other = self._as_value(other)
        q = self.data / other.data
        return self._new(q, (self, 1 / other.data), (other, -q / other.data))

    def __rtruediv__(self, other):
        return self._as_value(other) / self

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return self._new(self.data**n, (self, slope))


class Bends:
    def tanh(self):
        t = math.tanh(self.data)
        return self._new(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return self._new(e, (self, e))

    def relu(self):
        return self._new(max(self.data, 0.0), (self, float(self.data > 0)))


@dataclass(eq=False, repr=False)
class Value(Algebra, Bends):
    data: float
    grad: float = 0.0
    _prev: tuple = ()
    _terms: tuple = field(default=())
    _kept: list = field(default=None)

    @staticmethod
    def _as_value(x):
        return x if isinstance(x, Value) else Value(x)

    @staticmethod
    def _new(data, *edges):
        return Value(data, 0.0, tuple(node for node, _ in edges), edges)

    def _backward(self):
        for node, slope in self._terms:
            node.grad += slope * self.grad

    def _sorted(self):
        if self._kept is None:
            self._kept = []
            build_topo(self, set(), self._kept)
        return self._kept

    def backward(self):
        saved = [(node, node.grad) for node in self._sorted() if not node._prev]
        for node in self._sorted():
            node.grad = 0.0
        self.grad = 1.0
        for node in reversed(self._sorted()):
            node._backward()
        for node, grad in saved:
            node.grad += grad


def build_topo(v, visited, topo):
    agenda = [(v, iter(v._prev))]
    visited.add(v)
    while agenda:
        node, sources = agenda[-1]
        fresh = next((s for s in sources if s not in visited), None)
        if fresh is None:
            topo.append(node)
            agenda.pop()
        else:
            visited.add(fresh)
            agenda.append((fresh, iter(fresh._prev)))


def zero_grad(root):
    order = root._sorted()
    while order:
        order.pop().grad = 0.0
