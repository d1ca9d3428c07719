"""Autograd exam. Inner nodes are always clean between two calls: backward() tidies up
behind itself, so that it can simply start the next time."""

import math


class Value:
    def __init__(self, data, children=(), rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = children
        self._rule = rule

    @property
    def is_leaf(self):
        return not self._prev

    def _backward(self):
        if self._rule is not None:
            self._rule(self.grad, *self._prev)

    def __add__(self, other):
        def rule(g, a, b):
            a.grad += g
            b.grad += g

        b = to_value(other)
        return Value(self.data + b.data, (self, b), rule)

    def __sub__(self, other):
        def rule(g, a, b):
            a.grad += g
            b.grad += -g

        b = to_value(other)
        return Value(self.data - b.data, (self, b), rule)

    def __mul__(self, other):
        def rule(g, a, b):
            a.grad += g * b.data
            b.grad += g * a.data

        b = to_value(other)
        return Value(self.data * b.data, (self, b), rule)

    def __truediv__(self, other):
        def rule(g, a, b):
            a.grad += g / b.data
            b.grad += -g * a.data / b.data**2

        b = to_value(other)
        return Value(self.data / b.data, (self, b), rule)

    def __pow__(self, n):
        def rule(g, a):
            a.grad += 0.0 if n == 0 else g * n * a.data ** (n - 1)

        return Value(self.data**n, (self,), rule)

    def __neg__(self):
        return self * -1.0

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return to_value(other) - self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g, a):
            a.grad += g * (1.0 - t * t)

        return Value(t, (self,), rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g, a):
            a.grad += g * e

        return Value(e, (self,), rule)

    def relu(self):
        def rule(g, a):
            a.grad += g if a.data > 0 else 0.0

        return Value(self.data if self.data > 0 else 0.0, (self,), rule)

    def backward(self):
        order = list(inputs_first(self))
        self.grad = self.grad + 1.0 if self.is_leaf else 1.0
        for node in order[::-1]:
            node._backward()
        clean_up(order)


def to_value(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def inputs_first(root):
    """Yield every node under `root`, each after its inputs."""
    seen = {root}
    path = [(root, iter(root._prev))]
    while path:
        node, rest = path[-1]
        for child in rest:
            if child not in seen:
                seen.add(child)
                path.append((child, iter(child._prev)))
                break
        else:
            path.pop()
            yield node


def clean_up(order):
    """What a finished call leaves behind on inner nodes is thrown away."""
    for node in order[:-1]:
        if not node.is_leaf:
            node.grad = 0.0


def build_topo(v, visited, topo):
    for node in inputs_first(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in inputs_first(root):
        node.grad = 0.0
