"""Looks recursive, is not: the walk yields the calls it would like to make to a scheduler."""

import math


def run(task):
    waiting = [task]
    while waiting:
        try:
            waiting.append(next(waiting[-1]))
        except StopIteration:
            waiting.pop()


def visit(node, visited, topo):
    if node in visited:
        return
    visited.add(node)
    for source in node._prev:
        yield visit(source, visited, topo)
    topo.append(node)


def build_topo(v, visited, topo):
    run(visit(v, visited, topo))


class Value:
    __match_args__ = ("_op", "_prev")

    def __init__(self, data, _op="leaf", *_prev):
        self.data = data
        self.grad = 0.0
        self._op = _op
        self._prev = _prev

    def _backward(self):
        g = self.grad
        match self:
            case Value("leaf"):
                pass
            case Value("+", terms):
                for term in terms:
                    term.grad += g
            case Value("*", (a, b)):
                to_a, to_b = g * b.data, g * a.data
                a.grad += to_a
                b.grad += to_b
            case Value("/", (a, b)):
                a.grad += g / b.data
                b.grad -= g * self.data / b.data
            case Value("-", (a,)):
                a.grad -= g
            case Value("tanh", (a,)):
                a.grad += g * (1.0 - self.data * self.data)
            case Value("exp", (a,)):
                a.grad += g * self.data
            case Value("relu", (a,)):
                a.grad += g if self.data > 0 else 0.0
            case Value(("**", 0)):
                pass
            case Value(("**", n), (a,)):
                a.grad += g * n * a.data ** (n - 1)

    def __add__(self, other):
        other = self._lift(other)
        return Value(self.data + other.data, "+", self, other)

    def __mul__(self, other):
        other = self._lift(other)
        return Value(self.data * other.data, "*", self, other)

    def __truediv__(self, other):
        other = self._lift(other)
        return Value(self.data / other.data, "/", self, other)

    def __neg__(self):
        return Value(-self.data, "-", self)

    def __sub__(self, other):
        return self + (-self._lift(other))

    def __pow__(self, n):
        return Value(self.data**n, ("**", n), self)

    def tanh(self):
        return Value(math.tanh(self.data), "tanh", self)

    def exp(self):
        return Value(math.exp(self.data), "exp", self)

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, "relu", self)

    def __radd__(self, other):
        return self._lift(other) + self

    def __rmul__(self, other):
        return self._lift(other) * self

    def __rsub__(self, other):
        return self._lift(other) - self

    def __rtruediv__(self, other):
        return self._lift(other) / self

    @staticmethod
    def _lift(x):
        match x:
            case Value():
                return x
            case _:
                return Value(x)

    def _sorted(self):
        topo = []
        build_topo(self, set(), topo)
        return topo

    def zero_grad(self):
        for node in self._sorted():
            node.grad = 0.0

    def backward(self):
        topo = self._sorted()
        for node in topo:
            if node._op != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()
