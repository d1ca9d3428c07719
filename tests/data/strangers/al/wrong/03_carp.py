"""Consumers first, by counting (Kahn)."""

from collections import Counter, deque
import math


def consumers_of(end):
    count = Counter()
    seen = {end}
    waiting = deque([end])
    while waiting:
        node = waiting.popleft()
        for source in node._prev:
            count[source] += 1
            if source not in seen:
                seen.add(source)
                waiting.append(source)
    return count


def toposort(end):
    count = consumers_of(end)
    ready = deque([end])
    while ready:
        node = ready.popleft()
        yield node
        for source in set(node._prev):
            count[source] -= 1
            if count[source] == 0:
                ready.append(source)


def build_topo(v, visited, topo):
    found = list(toposort(v))
    visited.update(found)
    topo.extend(reversed(found))


def zero_grad(root):
    root.grad = 0.0
    for node in consumers_of(root):
        node.grad = 0.0


class Value:
    __slots__ = ("data", "grad", "_prev", "_slopes", "__weakref__")

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    def _backward(self):
        for source, slope in zip(self._prev, self._slopes):
            source.grad += slope * self.grad

    def backward(self):
        order = list(toposort(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()

    def __add__(self, other):
        other = cast(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        other = cast(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), (slope,))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __sub__(self, other):
        return self + -cast(other)

    def __truediv__(self, other):
        return self * cast(other) ** -1

    def __radd__(self, other):
        return cast(other) + self

    def __rmul__(self, other):
        return cast(other) * self

    def __rsub__(self, other):
        return cast(other) - self

    def __rtruediv__(self, other):
        return cast(other) / self

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t**2,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), (float(on),))


def cast(x):
    return x if isinstance(x, Value) else Value(x)
