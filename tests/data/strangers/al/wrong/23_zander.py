"""Visited nodes carry a mark: quicker than a set."""

import math


class Value:
    __slots__ = ["data", "grad", "_prev", "_op", "_arg", "_mark"]

    def __init__(self, data, _prev=(), _op="", _arg=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._arg = _arg
        self._mark = False

    def _backward(self):
        if self._op:
            RULES[self._op](self, *self._prev)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()
            node._mark = False

    def __add__(self, other):
        other = new(other)
        return Value(self.data + other.data, (self, other), "add")

    def __mul__(self, other):
        other = new(other)
        return Value(self.data * other.data, (self, other), "mul")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "pow", n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(0.0 if self.data < 0 else self.data, (self,), "relu")

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + new(other) * -1

    def __truediv__(self, other):
        return self * new(other) ** -1

    def __radd__(self, other):
        return new(other) + self

    def __rmul__(self, other):
        return new(other) * self

    def __rsub__(self, other):
        return new(other) - self

    def __rtruediv__(self, other):
        return new(other) / self


def new(x):
    return x if isinstance(x, Value) else Value(x)


RULES = {}


def rule(function):
    RULES[function.__name__[5:]] = function
    return function


@rule
def back_add(out, left, right):
    left.grad += out.grad
    right.grad += out.grad


@rule
def back_mul(out, left, right):
    left.grad += right.data * out.grad
    right.grad += left.data * out.grad


@rule
def back_pow(out, base):
    n = out._arg
    if n != 0:
        base.grad += n * base.data ** (n - 1) * out.grad


@rule
def back_tanh(out, source):
    source.grad += (1 - out.data**2) * out.grad


@rule
def back_exp(out, source):
    source.grad += out.data * out.grad


@rule
def back_relu(out, source):
    if out.data > 0:
        source.grad += out.grad


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            topo.append(node)
        elif not node._mark:
            node._mark = True
            stack.append((node, True))
            for source in node._prev:
                if not source._mark:
                    stack.append((source, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
