"""Nodes are numbered as they are made. Going down by number, consumers always come first."""

import itertools
import math
import weakref


class Value:
    numbers = itertools.count()
    inner = weakref.WeakSet()

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = set(_prev)
        self._op = _op
        self._number = next(self.numbers)
        self._backward = None
        if _prev:
            self.inner.add(self)

    @classmethod
    def result(cls, op, y, *shares):
        """A node for y; shares are pairs (input, function from gradient to contribution)."""
        out = cls(y, [node for node, _ in shares], op)
        gradient = weakref.proxy(out)

        def rule():
            for node, share in shares:
                node.grad += share(gradient.grad)

        out._backward = rule
        return out

    def __add__(self, other):
        other = coerce(other)
        return self.result("+", self.data + other.data, (self, same), (other, same))

    def __sub__(self, other):
        other = coerce(other)
        return self.result("-", self.data - other.data, (self, same), (other, times(-1.0)))

    def __mul__(self, other):
        other = coerce(other)
        x, y = self.data, other.data
        return self.result("*", x * y, (self, times(y)), (other, times(x)))

    def __truediv__(self, other):
        other = coerce(other)
        x, y = self.data, other.data
        return self.result("/", x / y, (self, times(1 / y)), (other, times(-x / y**2)))

    def __pow__(self, n):
        x = self.data
        return self.result("**", x**n, (self, times(n * x ** (n - 1) if n else 0.0)))

    def __neg__(self):
        return self.result("neg", -self.data, (self, times(-1.0)))

    def tanh(self):
        t = math.tanh(self.data)
        return self.result("tanh", t, (self, times(1 - t * t)))

    def exp(self):
        e = math.exp(self.data)
        return self.result("exp", e, (self, times(e)))

    def relu(self):
        x = self.data
        return self.result("relu", x if x > 0 else 0.0, (self, times(1.0 if x > 0 else 0.0)))

    def __radd__(self, other):
        return coerce(other) + self

    def __rsub__(self, other):
        return coerce(other) - self

    def __rmul__(self, other):
        return coerce(other) * self

    def __rtruediv__(self, other):
        return coerce(other) / self

    def backward(self):
        for node in Value.inner:
            node.grad = 0.0
        self.grad += 1.0
        topo = []
        build_topo(self, set(), topo)
        for node in reversed(topo):
            if node._backward is not None:
                node._backward()


def same(g):
    return g


def times(slope):
    return lambda g: slope * g


def coerce(x):
    return x if isinstance(x, Value) else Value(x)


def below(root, found):
    found.add(root)
    todo = [root]
    while todo:
        fresh = todo.pop()._prev - found
        found |= fresh
        todo.extend(fresh)
    return found


def build_topo(v, visited, topo):
    topo.extend(sorted(below(v, visited), key=lambda node: node._number))


def zero_grad(root):
    for node in below(root, set()):
        node.grad = 0.0
