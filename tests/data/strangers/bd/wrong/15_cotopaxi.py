"""Backward with counts: a node is ready when all of its consumers have handed on."""

import math
from collections import Counter, deque


class Value:
    def __init__(self, data, _prev=(), _op="", _rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._rule = _rule

    def __repr__(self):
        return f"Value(data={self.data:g}, grad={self.grad:g})"

    def _backward(self):
        if self._rule:
            self._rule(self, self.grad, *self._prev)

    def backward(self):
        nodes = reachable(self)
        waits = Counter()
        for node in nodes:
            waits.update(node._prev)
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        ready = deque([self])
        while ready:
            node = ready.popleft()
            if node.grad == 0.0:
                continue
            node._backward()
            for child in node._prev:
                waits[child] -= 1
                if waits[child] == 0:
                    ready.append(child)

    def __add__(self, other):
        other = coerce(other)
        return Value(self.data + other.data, (self, other), "+", add_rule)

    def __mul__(self, other):
        other = coerce(other)
        return Value(self.data * other.data, (self, other), "*", mul_rule)

    def __truediv__(self, other):
        other = coerce(other)
        return Value(self.data / other.data, (self, other), "/", div_rule)

    def __pow__(self, n):
        def rule(out, g, x):
            x.grad += g * n * x.data ** (n - 1) if n != 0 else 0.0

        return Value(self.data**n, (self,), "**", rule)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return (-self) + other

    def __rtruediv__(self, other):
        return coerce(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh", tanh_rule)

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp", exp_rule)

    def relu(self):
        return Value(self.data * (self.data > 0), (self,), "relu", relu_rule)


def coerce(x):
    return x if isinstance(x, Value) else Value(x)


def add_rule(out, g, x, y):
    x.grad += g
    y.grad += g


def mul_rule(out, g, x, y):
    x.grad += g * y.data
    y.grad += g * x.data


def div_rule(out, g, x, y):
    x.grad += g / y.data
    y.grad += -g * out.data / y.data


def tanh_rule(out, g, x):
    x.grad += g * (1.0 - out.data * out.data)


def exp_rule(out, g, x):
    x.grad += g * out.data


def relu_rule(out, g, x):
    x.grad += g * (x.data > 0)


def reachable(root):
    found = {root: None}
    todo = deque([root])
    while todo:
        for child in todo.popleft()._prev:
            if child not in found:
                found[child] = None
                todo.append(child)
    return list(found)


def build_topo(v, visited, topo):
    """Here the inputs come first, so count the other way: how many inputs are missing."""
    nodes = reachable(v)
    visited.update(nodes)
    missing = {node: len(node._prev) for node in nodes}
    consumers = {node: [] for node in nodes}
    for node in nodes:
        for child in node._prev:
            consumers[child].append(node)
    ready = deque(node for node in nodes if missing[node] == 0)
    while ready:
        node = ready.popleft()
        topo.append(node)
        for consumer in consumers[node]:
            missing[consumer] -= 1
            if missing[consumer] == 0:
                ready.append(consumer)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
