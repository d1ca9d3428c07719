"""A tape: every node gets a number when it is made, so inputs always have smaller numbers."""
import math
from itertools import count
from weakref import WeakValueDictionary


class Tape:
    def __init__(self):
        self.numbers = count()
        self.living = WeakValueDictionary()

    def record(self, node):
        node.number = next(self.numbers)
        self.living[node.number] = node

    def nodes(self):
        return [node for _, node in sorted(self.living.items())]


TAPE = Tape()


class Value:
    def __init__(self, data, _prev=(), rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self.rule = rule
        TAPE.record(self)

    def _backward(self):
        if self.rule is not None:
            self.rule(self.grad, *self._prev)

    def __add__(self, other):
        def rule(g, a, b):
            a.grad += g
            b.grad += g

        other = ensure(other)
        return Value(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        def rule(g, a, b):
            a.grad += g
            b.grad -= g

        other = ensure(other)
        return Value(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        def rule(g, a, b):
            a.grad += g * b.data
            b.grad += g * a.data

        other = ensure(other)
        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        def rule(g, a, b):
            a.grad += g / b.data
            b.grad -= g * a.data / b.data**2

        other = ensure(other)
        return Value(self.data / other.data, (self, other), rule)

    def __neg__(self):
        def rule(g, a):
            a.grad -= g

        return Value(-self.data, (self,), rule)

    def __pow__(self, n):
        def rule(g, a):
            if n != 0:
                a.grad += g * n * a.data ** (n - 1)

        return Value(self.data**n, (self,), rule)

    def tanh(self):
        y = math.tanh(self.data)

        def rule(g, a):
            a.grad += g * (1 - y * y)

        return Value(y, (self,), rule)

    def exp(self):
        y = math.exp(self.data)

        def rule(g, a):
            a.grad += g * y

        return Value(y, (self,), rule)

    def relu(self):
        def rule(g, a):
            if a.data > 0:
                a.grad += g

        return Value(self.data if self.data > 0 else 0.0, (self,), rule)

    def __radd__(self, other):
        return ensure(other) + self

    def __rsub__(self, other):
        return ensure(other) - self

    def __rmul__(self, other):
        return ensure(other) * self

    def __rtruediv__(self, other):
        return ensure(other) / self

    def backward(self):
        mine = below(self)
        for node in mine:
            if node.rule is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed([n for n in TAPE.nodes() if n.rule is not None]):
            node._backward()


def ensure(x):
    return x if isinstance(x, Value) else Value(x)


def below(root):
    found, todo = {root}, [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in found:
                found.add(p)
                todo.append(p)
    return found


def build_topo(v, visited, topo):
    topo.extend(sorted(below(v), key=lambda node: node.number))


def zero_grad(root):
    for node in below(root):
        node.grad = 0.0
