"""Exercise 13: my engine. Every walk has a number, and a node remembers the last one."""

import math


class Node:
    """What the walk needs, without any arithmetic."""

    rounds = 0

    def __init__(self, inputs):
        self._prev = inputs
        self.seen_in = 0

    def inputs_first(self):
        """All nodes below this one, each once, inputs before consumers."""
        self.rounds += 1
        this_round = self.rounds
        order = []
        self.seen_in = this_round
        path = [(self, 0)]
        while path:
            node, i = path.pop()
            if i == len(node._prev):
                order.append(node)
                continue
            path.append((node, i + 1))
            child = node._prev[i]
            if child.seen_in != this_round:
                child.seen_in = this_round
                path.append((child, 0))
        return order


class Value(Node):
    def __init__(self, data, inputs=(), rule=None):
        super().__init__(inputs)
        self.data = data
        self.grad = 0.0
        self._rule = rule

    def _backward(self):
        if self._rule:
            self._rule(self.grad)

    def _give(self, amount):
        self.grad += amount

    def __add__(self, other):
        other = wrap(other)

        def rule(g):
            self._give(g)
            other._give(g)

        return Value(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = wrap(other)

        def rule(g):
            self._give(g * other.data)
            other._give(g * self.data)

        return Value(self.data * other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self._give(g * n * self.data ** (n - 1))

        return Value(self.data**n, (self,), rule)

    def __truediv__(self, other):
        other = wrap(other)

        def rule(g):
            self._give(g / other.data)
            other._give(-g * self.data / other.data**2)

        return Value(self.data / other.data, (self, other), rule)

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: self._give(-g))

    def __sub__(self, other):
        return self + -wrap(other)

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return wrap(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: self._give(g * (1 - t * t)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: self._give(g * e))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), lambda g: self._give(g))
        return Value(0.0, (self,), lambda g: None)

    def backward(self):
        order = self.inputs_first()
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def wrap(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    todo = [(v, 0)]
    visited.add(v)
    while todo:
        node, i = todo.pop()
        if i < len(node._prev):
            todo.append((node, i + 1))
            if node._prev[i] not in visited:
                visited.add(node._prev[i])
                todo.append((node._prev[i], 0))
        else:
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
