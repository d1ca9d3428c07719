"""My engine. Every node has a serial number, which helps when I print graphs."""

import itertools
import math

_serials = itertools.count(1)


class Value:
    def __init__(self, data, _prev=(), _op="leaf"):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._serial = next(_serials)
        self._rule = None

    def _key(self):
        return (self._op, self.data)

    def __eq__(self, other):
        return isinstance(other, Value) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def __repr__(self):
        return f"#{self._serial} {self._op} {self.data:g} (grad {self.grad:g})"

    def _backward(self):
        if self._rule is not None:
            self._rule(self.grad)

    # + and * ------------------------------------------------------------------

    def __add__(self, other):
        other = node(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule(g):
            self.grad += g
            other.grad += g

        out._rule = rule
        return out

    def __mul__(self, other):
        other = node(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        out._rule = rule
        return out

    def __pow__(self, exponent):
        return self._function("**", self.data**exponent, lambda x: power_slope(x, exponent))

    def _function(self, op, result, slope):
        out = Value(result, (self,), op)

        def rule(g):
            self.grad += g * slope(self.data)

        out._rule = rule
        return out

    # the rest is made of these ------------------------------------------------

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + node(other) * -1.0

    def __rsub__(self, other):
        return node(other) + self * -1.0

    def __truediv__(self, other):
        return self * node(other) ** -1

    def __rtruediv__(self, other):
        return node(other) * self**-1

    # functions ----------------------------------------------------------------

    def tanh(self):
        t = math.tanh(self.data)
        return self._function("tanh", t, lambda x: 1.0 - t * t)

    def exp(self):
        return self._function("exp", math.exp(self.data), math.exp)

    def relu(self):
        return self._function("relu", max(self.data, 0.0), lambda x: float(x > 0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(topo):
            n._backward()


def node(x):
    return x if isinstance(x, Value) else Value(x)


def power_slope(x, exponent):
    if exponent == 0:
        return 0.0
    return exponent * x ** (exponent - 1)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        n, k = stack.pop()
        if k == len(n._prev):
            topo.append(n)
            continue
        stack.append((n, k + 1))
        child = n._prev[k]
        if child not in visited:
            visited.add(child)
            stack.append((child, 0))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
