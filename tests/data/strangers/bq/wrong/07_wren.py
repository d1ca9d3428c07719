"""Exam: rules are module functions, tied to their nodes with functools.partial."""

import math
from functools import partial


def give_both(out, a, b):
    a.grad += out.grad
    b.grad += out.grad


def give_and_take(out, a, b):
    a.grad += out.grad
    b.grad -= out.grad


def product_rule(out, a, b, da, db):
    a.grad += out.grad * db
    b.grad += out.grad * da


def quotient_rule(out, a, b, da, db):
    a.grad += out.grad / db
    b.grad -= out.grad * da / (db * db)


def factor_rule(out, a, slope):
    a.grad += out.grad * slope


def no_rule():
    pass


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self._backward = no_rule

    def __repr__(self):
        return f"Value({self.data}, {self.grad})"

    @classmethod
    def _of(cls, x):
        return x if isinstance(x, cls) else cls(float(x))

    def _unary(self, data, slope):
        out = Value(data, [self])
        out._backward = partial(factor_rule, out, self, slope)
        return out

    def _binary(self, other, data, rule, *numbers):
        out = Value(data, [self, other])
        out._backward = partial(rule, out, self, other, *numbers)
        return out

    def __add__(self, other):
        other = self._of(other)
        return self._binary(other, self.data + other.data, give_both)

    def __sub__(self, other):
        other = self._of(other)
        return self._binary(other, self.data - other.data, give_and_take)

    def __mul__(self, other):
        other = self._of(other)
        a, b = self.data, other.data
        return self._binary(other, a * b, product_rule, a, b)

    def __truediv__(self, other):
        other = self._of(other)
        a, b = self.data, other.data
        return self._binary(other, a / b, quotient_rule, a, b)

    def __radd__(self, other):
        return self._of(other) + self

    def __rsub__(self, other):
        return self._of(other) - self

    def __rmul__(self, other):
        return self._of(other) * self

    def __rtruediv__(self, other):
        return self._of(other) / self

    def __neg__(self):
        return self._unary(-self.data, -1.0)

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return self._unary(self.data**n, slope)

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, e)

    def relu(self):
        if self.data > 0:
            return self._unary(self.data, 1.0)
        return self._unary(0.0, 0.0)

    def backward(self):
        waits = count_consumers(self)
        for node in waits:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            if node.grad == 0.0:
                continue
            node._backward()
            for below in node._prev:
                waits[below] -= 1
                if waits[below] == 0:
                    ready.append(below)


def count_consumers(root):
    counts = {root: 0}
    todo = [root]
    while todo:
        for below in todo.pop()._prev:
            if below in counts:
                counts[below] += 1
            else:
                counts[below] = 1
                todo.append(below)
    return counts


def build_topo(v, visited, topo):
    waits = count_consumers(v)
    order = [v]
    for node in order:
        for below in node._prev:
            waits[below] -= 1
            if waits[below] == 0:
                order.append(below)
    topo.extend(reversed(order))


def zero_grad(root):
    for node in count_consumers(root):
        node.grad = 0.0
