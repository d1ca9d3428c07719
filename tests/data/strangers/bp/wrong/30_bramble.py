"""My exam. Rules are generators: they yield (input, contribution) for a gradient g.

Every node has a height above the leaves; a consumer is always higher than its inputs, so
sorting by height gives the order.
"""

import math


class Value:
    def __init__(self, data, _prev=(), rule=None, height=0):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self.rule = rule
        self.height = height

    def __repr__(self):
        return f"Value({self.data}, height {self.height})"

    def _backward(self):
        if self.rule is None:
            return
        for node, contribution in self.rule(self.grad):
            node.grad += contribution

    def join(self, other, data, rule):
        """A node with two inputs."""
        height = max(self.height, self.height) + 1
        return Value(data, (self, other), rule, height)

    def pipe(self, data, slope):
        """A node with one input."""

        def rule(g):
            yield self, slope * g

        return Value(data, (self,), rule, self.height + 1)

    def __add__(self, other):
        other = number_or_node(other)

        def rule(g):
            yield self, g
            yield other, g

        return self.join(other, self.data + other.data, rule)

    def __sub__(self, other):
        other = number_or_node(other)

        def rule(g):
            yield self, g
            yield other, -g

        return self.join(other, self.data - other.data, rule)

    def __mul__(self, other):
        other = number_or_node(other)

        def rule(g):
            yield self, g * other.data
            yield other, g * self.data

        return self.join(other, self.data * other.data, rule)

    def __truediv__(self, other):
        other = number_or_node(other)

        def rule(g):
            yield self, g / other.data
            yield other, -g * self.data / other.data**2

        return self.join(other, self.data / other.data, rule)

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return number_or_node(other) / self

    def __neg__(self):
        return self.pipe(-self.data, -1.0)

    def __pow__(self, n):
        return self.pipe(self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self.pipe(t, 1.0 - t**2)

    def exp(self):
        e = math.exp(self.data)
        return self.pipe(e, e)

    def relu(self):
        return self.pipe(max(self.data, 0.0), 1.0 if self.data > 0 else 0.0)

    def backward(self):
        nodes = below(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in sorted(nodes, key=lambda node: -node.height):
            node._backward()


def number_or_node(x):
    return x if isinstance(x, Value) else Value(x)


def below(root):
    found, todo = {root}, [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in found:
                found.add(p)
                todo.append(p)
    return found


def build_topo(v, visited, topo):
    visited |= below(v)
    topo += sorted(visited, key=lambda node: node.height)


def zero_grad(root):
    for node in below(root):
        node.grad = 0.0
