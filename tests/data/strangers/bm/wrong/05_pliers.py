import itertools
import math
from operator import attrgetter

_numbers = itertools.count()
by_name = attrgetter("_name")


class Value:
    def __init__(self, data, _prev=(), _pull=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._pull = _pull
        self._name = f"v{next(_numbers):04d}"

    def _backward(self):
        for node, pull in zip(self._prev, self._pull):
            node.grad += pull(self.grad)

    def clear(self):
        self.grad = 0.0

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, (self, other), (lambda g: g, lambda g: g))

    def __sub__(self, other):
        other = lift(other)
        return Value(self.data - other.data, (self, other), (lambda g: g, lambda g: -g))

    def __mul__(self, other):
        other = lift(other)
        return Value(
            self.data * other.data,
            (self, other),
            (lambda g: g * other.data, lambda g: g * self.data),
        )

    def __truediv__(self, other):
        other = lift(other)
        q = self.data / other.data
        return Value(
            q, (self, other), (lambda g: g / other.data, lambda g: -g * q / other.data)
        )

    def __pow__(self, n):
        return Value(
            self.data**n,
            (self,),
            (lambda g: g * n * self.data ** (n - 1) if n else 0.0,),
        )

    def __neg__(self):
        return Value(-self.data, (self,), (lambda g: -g,))

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (lambda g: g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (lambda g: g * e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), (lambda g: g if on else 0.0,))

    def backward(self):
        nodes = reachable(self)
        inner = [n for n in nodes if n._prev]
        list(map(Value.clear, inner))
        self.grad += 1.0
        for node in sorted(inner, key=by_name, reverse=True):
            node._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def reachable(root):
    seen = {root}
    waiting = [root]
    while waiting:
        for p in waiting.pop()._prev:
            if p not in seen:
                seen.add(p)
                waiting.append(p)
    return seen


def build_topo(v, visited, topo):
    visited |= reachable(v)
    topo.extend(sorted(visited, key=by_name))


def zero_grad(root):
    list(map(Value.clear, reachable(root)))
