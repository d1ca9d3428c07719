"""My engine for the exam. A rule is a plain function of the node; backward tidies up behind it."""

import functools
import math


def add_rule(out, a, b):
    a.grad += out.grad
    b.grad += out.grad


def sub_rule(out, a, b):
    a.grad += out.grad
    b.grad -= out.grad


def mul_rule(out, a, b):
    da, db = b.data * out.grad, a.data * out.grad
    a.grad += da
    b.grad += db


def div_rule(out, a, b):
    a.grad += out.grad / b.data
    b.grad -= out.grad * a.data / b.data / b.data


def neg_rule(out, a):
    a.grad -= out.grad


def pow_rule(out, a, n):
    if n != 0:
        a.grad += out.grad * n * a.data ** (n - 1)


def tanh_rule(out, a):
    a.grad += out.grad * (1 - out.data) * (1 + out.data)


def exp_rule(out, a):
    a.grad += out.grad * out.data


def relu_rule(out, a):
    if a.data > 0:
        a.grad += out.grad


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    @classmethod
    def result(cls, data, rule, *inputs, **settings):
        out = cls(data)
        out._prev = inputs
        out._backward = functools.partial(rule, out, *inputs, **settings)
        return out

    @classmethod
    def lift(cls, x):
        return x if isinstance(x, cls) else cls(float(x))

    def __add__(self, other):
        other = Value.lift(other)
        return Value.result(self.data + other.data, add_rule, self, other)

    def __sub__(self, other):
        other = Value.lift(other)
        return Value.result(self.data - other.data, sub_rule, self, other)

    def __mul__(self, other):
        other = Value.lift(other)
        return Value.result(self.data * other.data, mul_rule, self, other)

    def __truediv__(self, other):
        other = Value.lift(other)
        return Value.result(self.data / other.data, div_rule, self, other)

    def __radd__(self, other):
        return Value.lift(other) + self

    def __rsub__(self, other):
        return Value.lift(other) - self

    def __rmul__(self, other):
        return Value.lift(other) * self

    def __rtruediv__(self, other):
        return Value.lift(other) / self

    def __neg__(self):
        return Value.result(-self.data, neg_rule, self)

    def __pow__(self, n):
        return Value.result(self.data**n, pow_rule, self, n=n)

    def tanh(self):
        return Value.result(math.tanh(self.data), tanh_rule, self)

    def exp(self):
        return Value.result(math.exp(self.data), exp_rule, self)

    def relu(self):
        return Value.result(max(self.data, 0.0), relu_rule, self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        if self._prev:
            self.grad = 1.0
        else:
            self.grad += 1.0
        for node in reversed(order):
            node._backward()
        tidy(order)


def tidy(order):
    """Leaves keep their gradients, everything else is empty again for the next call."""
    for node in order[:-1]:
        if node._prev:
            node.grad = 0.0


def build_topo(v, visited, topo):
    trail = [iter((v,))]
    nodes = [None]
    while trail:
        child = next(trail[-1], None)
        if child is None:
            trail.pop()
            node = nodes.pop()
            if node is not None:
                topo.append(node)
        elif child not in visited:
            visited.add(child)
            trail.append(iter(child._prev))
            nodes.append(child)


def zero_grad(root):
    everything = []
    build_topo(root, set(), everything)
    for node in everything:
        node.grad = 0.0
