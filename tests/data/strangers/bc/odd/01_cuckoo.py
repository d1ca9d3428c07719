"""A node is one complex number, data + i * grad, and nodes leave a heap youngest first."""

import cmath
import heapq
import itertools
import math

AGE = itertools.count()


class Value:
    __slots__ = ("_z", "_prev", "_op", "_weights", "_age", "__weakref__")

    def __init__(self, data, _prev=(), _op="", _weights=()):
        self._z = complex(data, 0.0)
        self._prev = _prev
        self._op = _op
        self._weights = _weights
        self._age = next(AGE)

    def __repr__(self):
        return "Value" + format(self._z, ".4g").join("()")

    data = property(
        lambda self: self._z.real,
        lambda self, number: setattr(self, "_z", complex(number, self._z.imag)),
    )
    grad = property(
        lambda self: self._z.imag,
        lambda self, number: setattr(self, "_z", complex(self._z.real, number)),
    )

    def _backward(self):
        amount = self._z.imag
        for node, weight in zip(self._prev, self._weights):
            node._z = complex(node._z.real, node._z.imag + weight * amount)

    def _then(self, op, number, weight):
        return Value(number, (self,), op, (weight,))

    def __add__(self, other):
        other = cast(other)
        return Value(self.data + other.data, (self, other), "+", (1.0, 1.0))

    def __sub__(self, other):
        other = cast(other)
        return Value(self.data - other.data, (self, other), "-", (1.0, -1.0))

    def __mul__(self, other):
        other = cast(other)
        return Value(self.data * other.data, (self, other), "*", (other.data, self.data))

    def __truediv__(self, other):
        other = cast(other)
        ratio = self.data / other.data
        return Value(ratio, (self, other), "/", (1.0 / other.data, -ratio / other.data))

    def __radd__(self, other):
        return cast(other) + self

    def __rsub__(self, other):
        return cast(other) - self

    def __rmul__(self, other):
        return cast(other) * self

    def __rtruediv__(self, other):
        return cast(other) / self

    def __neg__(self):
        return self._then("neg", -self.data, -1.0)

    def __pow__(self, n):
        x = self.data
        return self._then(f"**{n}", x**n, n * x ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._then("tanh", t, (1.0 - t) * (1.0 + t))

    def exp(self):
        y = cmath.exp(self.data).real if abs(self.data) < 700 else math.exp(self.data)
        return self._then("exp", y, y)

    def relu(self):
        turned_on = self.data > 0
        return self._then("relu", self.data if turned_on else 0.0, float(turned_on))

    def backward(self):
        order = list(by_age(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def cast(x):
    return x if isinstance(x, Value) else Value(x)


def by_age(root):
    """Nodes below root, youngest first: an input is always older than its consumer."""
    heap = [(-root._age, root)]
    last = None
    while heap:
        minus_age, node = heapq.heappop(heap)
        if minus_age == last:
            continue
        last = minus_age
        yield node
        for below in dict.fromkeys(node._prev):
            # equal ages mean the same node; a pair is never compared by its second half
            heapq.heappush(heap, Entry((-below._age, below)))


class Entry(tuple):
    def __lt__(self, other):
        return self[0] < other[0]


def build_topo(v, visited, topo):
    youngest_first = list(by_age(v))
    visited.update(youngest_first)
    topo[len(topo) :] = youngest_first[::-1]


def zero_grad(root):
    for node in by_age(root):
        node.grad = 0.0
