"""Values, rules as small classes, and an order that follows the first input in a loop."""

import math


class Rule:
    def __init__(self, out, *inputs):
        self.out = out
        self.inputs = inputs


class AddRule(Rule):
    def __call__(self):
        a, b = self.inputs
        a.grad += self.out.grad
        b.grad += self.out.grad


class SubRule(Rule):
    def __call__(self):
        a, b = self.inputs
        a.grad += self.out.grad
        b.grad -= self.out.grad


class MulRule(Rule):
    def __call__(self):
        a, b = self.inputs
        a.grad += b.data * self.out.grad
        b.grad += a.data * self.out.grad


class DivRule(Rule):
    def __call__(self):
        a, b = self.inputs
        share = self.out.grad / b.data
        a.grad += share
        b.grad -= share * self.out.data


class NegRule(Rule):
    def __call__(self):
        self.inputs[0].grad -= self.out.grad


class PowRule(Rule):
    def __call__(self):
        a = self.inputs[0]
        n = self.out.exponent
        if n != 0:
            a.grad += n * a.data ** (n - 1) * self.out.grad


class TanhRule(Rule):
    def __call__(self):
        self.inputs[0].grad += (1 - self.out.data**2) * self.out.grad


class ExpRule(Rule):
    def __call__(self):
        self.inputs[0].grad += self.out.data * self.out.grad


class ReluRule(Rule):
    def __call__(self):
        if self.out.data > 0:
            self.inputs[0].grad += self.out.grad


def nothing():
    pass


def node(data, rule, *inputs):
    out = Value(data)
    out._prev = inputs
    out._backward = rule(out, *inputs)
    return out


def as_value(x):
    return x if isinstance(x, Value) else Value(float(x))


class Value:
    exponent = None

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = nothing

    def __add__(self, other):
        other = as_value(other)
        return node(self.data + other.data, AddRule, self, other)

    def __radd__(self, other):
        return as_value(other) + self

    def __sub__(self, other):
        other = as_value(other)
        return node(self.data - other.data, SubRule, self, other)

    def __rsub__(self, other):
        return as_value(other) - self

    def __mul__(self, other):
        other = as_value(other)
        return node(self.data * other.data, MulRule, self, other)

    def __rmul__(self, other):
        return as_value(other) * self

    def __truediv__(self, other):
        other = as_value(other)
        return node(self.data / other.data, DivRule, self, other)

    def __rtruediv__(self, other):
        return as_value(other) / self

    def __neg__(self):
        return node(-self.data, NegRule, self)

    def __pow__(self, n):
        out = node(self.data**n, PowRule, self)
        out.exponent = n
        return out

    def tanh(self):
        return node(math.tanh(self.data), TanhRule, self)

    def exp(self):
        return node(math.exp(self.data), ExpRule, self)

    def relu(self):
        return node(max(self.data, 0.0), ReluRule, self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for member in order:
            if member._prev:
                member.grad = 0.0
        self.grad += 1.0
        for member in order[::-1]:
            member._backward()


def build_topo(v, visited, topo):
    """Go down along the first inputs in a loop, then come back up and look to the side."""
    if v in visited:
        return
    visited.add(v)
    spine = [v]
    while spine[-1]._prev and spine[-1]._prev[0] not in visited:
        visited.add(spine[-1]._prev[0])
        spine.append(spine[-1]._prev[0])
    for member in reversed(spine):
        for side in member._prev[1:]:
            build_topo(side, visited, topo)
        topo.append(member)


def zero_grad(root):
    pile, met = [root], {root}
    while pile:
        member = pile.pop()
        member.grad = 0.0
        for source in member._prev:
            if source not in met:
                met.add(source)
                pile.append(source)
