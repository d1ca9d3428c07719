"""Rules as tuples of (slope function), one pass by consumer counts."""

import math
from collections import Counter, deque

EXP_LIMIT = 88.0


def careful_exp(x):
    """exp without an OverflowError."""
    return math.exp(min(x, EXP_LIMIT))


class Value:
    def __init__(self, data, _prev=(), _rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._rule = _rule

    def _backward(self):
        if self._rule is None:
            return
        for source, amount in zip(self._prev, self._rule(self.grad)):
            source.grad += amount

    def __add__(self, other):
        other = ensure(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = ensure(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = ensure(other)
        return Value(
            self.data * other.data,
            (self, other),
            lambda g: (g * other.data, g * self.data),
        )

    def __truediv__(self, other):
        other = ensure(other)
        return Value(
            self.data / other.data,
            (self, other),
            lambda g: (g / other.data, -g * (self.data / other.data) / other.data),
        )

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        return Value(
            self.data**n,
            (self,),
            lambda g: (g * n * self.data ** (n - 1) if n else 0.0,),
        )

    def __radd__(self, other):
        return ensure(other) + self

    def __rsub__(self, other):
        return ensure(other) - self

    def __rmul__(self, other):
        return ensure(other) * self

    def __rtruediv__(self, other):
        return ensure(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = careful_exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        r = self.data if self.data > 0 else 0.0
        return Value(r, (self,), lambda g: (g if r > 0 else 0.0,))

    def backward(self):
        order = consumers_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def ensure(x):
    return x if isinstance(x, Value) else Value(float(x))


def consumers_first(root):
    waits_for = Counter()
    met = {root}
    queue = deque([root])
    while queue:
        for source in queue.popleft()._prev:
            waits_for[source] += 1
            if source not in met:
                met.add(source)
                queue.append(source)
    order = [root]
    for node in order:
        for source in node._prev:
            waits_for[source] -= 1
            if waits_for[source] == 0:
                order.append(source)
    return order


def build_topo(v, visited, topo):
    topo.extend(reversed(consumers_first(v)))


def zero_grad(root):
    for node in consumers_first(root):
        node.grad = 0.0
