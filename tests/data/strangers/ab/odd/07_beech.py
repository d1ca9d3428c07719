"""Rules are generators: asked with a gradient, a node tells one by one who gets how much."""

import math


def leaf_rule(_):
    yield from ()


class Value:
    def __init__(self, data, _prev=(), _backward=leaf_rule):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = as_node(other)

        def rule(g):
            yield self, g
            yield other, g

        return Value(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = as_node(other)
        x, y = self.data, other.data

        def rule(g):
            yield self, g * y
            yield other, g * x

        return Value(x * y, (self, other), rule)

    def __pow__(self, n):
        x = self.data

        def rule(g):
            if n != 0:
                yield self, g * n * x ** (n - 1)

        return Value(x**n, (self,), rule)

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            yield self, g
            yield self, -g * t * t

        return Value(t, (self,), rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            yield self, g * e

        return Value(e, (self,), rule)

    def relu(self):
        positive = self.data > 0.0

        def rule(g):
            if positive:
                yield self, g

        return Value(self.data if positive else 0.0, (self,), rule)

    def __neg__(self):
        def rule(g):
            yield self, -g

        return Value(-self.data, (self,), rule)

    def __sub__(self, other):
        return self + -as_node(other)

    def __truediv__(self, other):
        return self * as_node(other) ** -1

    def __radd__(self, other):
        return as_node(other) + self

    def __rsub__(self, other):
        return as_node(other) - self

    def __rmul__(self, other):
        return as_node(other) * self

    def __rtruediv__(self, other):
        return as_node(other) / self

    def backward(self):
        nodes = [*upwards(self)]
        for node in nodes:
            if node._backward is not leaf_rule:
                node.grad = 0.0
        self.grad += 1.0
        while nodes:
            node = nodes.pop()
            for receiver, share in node._backward(node.grad):
                receiver.grad += share


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def upwards(root, met=None):
    """Inputs first. The walkers stand in line; only the last one moves."""

    def walker(node):
        for child in node._prev:
            if child not in met:
                met.add(child)
                yield walker(child), None
        yield None, node

    met = set() if met is None else met
    met.add(root)
    line = [walker(root)]
    while line:
        for deeper, finished in line[-1]:
            if finished is not None:
                yield finished
            else:
                line.append(deeper)
                break
        else:
            line.pop()


def build_topo(v, visited, topo):
    topo.extend(upwards(v, visited))


def zero_grad(root):
    for node in upwards(root):
        node.grad = 0.0
