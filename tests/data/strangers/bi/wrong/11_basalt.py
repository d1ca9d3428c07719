"""Division is multiplication by a reciprocal, and a reciprocal is worked out only once."""

import math


class Value:
    __slots__ = ("data", "grad", "_prev", "_rule", "_inverse")

    def __init__(self, data, _prev=(), _rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._rule = _rule
        self._inverse = None

    @property
    def _backward(self):
        return lambda: self._rule(self.grad) if self._rule else None

    def _reciprocal(self):
        if self._inverse is None:
            self._inverse = 1.0 / self.data
        return self._inverse

    def _take(self, amount):
        self.grad += amount

    def __add__(self, other):
        other = promote(other)

        def rule(g):
            self._take(g)
            other._take(g)

        return Value(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        other = promote(other)

        def rule(g):
            self._take(g)
            other._take(-g)

        return Value(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        other = promote(other)

        def rule(g):
            self._take(g * other.data)
            other._take(g * self.data)

        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = promote(other)
        inverse = other._reciprocal()
        quotient = self.data * inverse

        def rule(g):
            self._take(g * inverse)
            other._take(-g * quotient * inverse)

        return Value(quotient, (self, other), rule)

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: self._take(-g))

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self._take(g * n * self.data ** (n - 1))

        return Value(self.data**n, (self,), rule)

    def __radd__(self, other):
        return promote(other) + self

    def __rsub__(self, other):
        return promote(other) - self

    def __rmul__(self, other):
        return promote(other) * self

    def __rtruediv__(self, other):
        return promote(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: self._take(g * (1.0 - t * t)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: self._take(g * e))

    def relu(self):
        if self.data > 0.0:
            return Value(self.data, (self,), self._take)
        return Value(0.0, (self,), lambda g: None)

    def backward(self):
        topo = build_topo(self, set(), [])
        for node in topo:
            if node._rule:
                node.grad = 0.0
        self._take(1.0)
        for node in reversed(topo):
            node._backward()


def promote(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    agenda = [(v, True)]
    while agenda:
        node, first_time = agenda.pop()
        if not first_time:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        agenda.append((node, False))
        for source in reversed(node._prev):
            agenda.append((source, True))
    return topo


def zero_grad(root):
    for node in build_topo(root, set(), []):
        node.grad = 0.0
