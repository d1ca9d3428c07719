"""Engine without recursion: a node's rule runs when all of its consumers have run."""

import math


def as_value(x):
    return x if isinstance(x, Value) else Value(float(x))


def no_inputs(g):
    return ()


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward")

    def __init__(self, data, _prev=(), _backward=no_inputs):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        # _backward(g) gives one share of the gradient for every input
        self._backward = _backward

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = as_value(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), lambda g: (g * y, g * x))

    def __truediv__(self, other):
        other = as_value(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), lambda g: (g / y, -g * x / (y * y)))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Value(1.0, (self,), lambda g: (0.0,))
        return Value(x**n, (self,), lambda g: (g * n * x ** (n - 1),))

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        on = self.data > 0.0
        return Value(self.data if on else 0.0, (self,), lambda g: (g if on else 0.0,))

    def backward(self):
        order = consumers_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        # a leaf has no rule, its old gradient goes nowhere
        for node in order:
            for p, share in zip(node._prev, node._backward(node.grad)):
                p.grad += share


def reachable(root):
    found = {root}
    todo = [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in found:
                found.add(p)
                todo.append(p)
    return found


def consumers_first(root):
    """All nodes below root, each after the last of its consumers."""
    waiting = {node: 0 for node in reachable(root)}
    for node in waiting:
        for p in set(node._prev):
            waiting[p] += 1

    order = []
    free = [root]
    while free:
        node = free.pop()
        order.append(node)
        for p in node._prev:
            waiting[p] -= 1
            if waiting[p] == 0:
                free.append(p)
    return order


def build_topo(v, visited, topo):
    topo.extend(reversed(consumers_first(v)))
    visited.update(topo)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
