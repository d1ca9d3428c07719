"""Every node knows its level: leaves are at level 0, and a node is above its inputs.
Sorted by level, the nodes are in order; no depth first search is needed."""

from math import exp, tanh


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_backward", "_level")

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _nothing
        self._level = _prev[0]._level + 1 if _prev else 0

    def __repr__(self):
        return f"<{self._op or 'leaf'} {self.data}>"

    def _then(self, rule):
        """Give a new node its rule."""
        self._backward = lambda: rule(self.grad)
        return self

    def __add__(self, other):
        other = lift(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return Value(self.data + other.data, (self, other), "+")._then(rule)

    def __mul__(self, other):
        other = lift(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return Value(self.data * other.data, (self, other), "*")._then(rule)

    def __sub__(self, other):
        other = lift(other)

        def rule(g):
            self.grad += g
            other.grad -= g

        return Value(self.data - other.data, (self, other), "-")._then(rule)

    def __truediv__(self, other):
        other = lift(other)

        def rule(g):
            self.grad += g / other.data
            other.grad -= g * self.data / other.data / other.data

        return Value(self.data / other.data, (self, other), "/")._then(rule)

    def __neg__(self):
        def rule(g):
            self.grad -= g

        return Value(-self.data, (self,), "neg")._then(rule)

    def __pow__(self, n):
        def rule(g):
            if n:
                self.grad += g * n * self.data ** (n - 1)

        return Value(self.data**n, (self,), "**")._then(rule)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    def tanh(self):
        t = tanh(self.data)

        def rule(g):
            self.grad += g * (1 - t * t)

        return Value(t, (self,), "tanh")._then(rule)

    def exp(self):
        e = exp(self.data)

        def rule(g):
            self.grad += g * e

        return Value(e, (self,), "exp")._then(rule)

    def relu(self):
        on = self.data > 0

        def rule(g):
            if on:
                self.grad += g

        return Value(self.data if on else 0.0, (self,), "relu")._then(rule)

    def backward(self):
        nodes = by_level(self, set())
        for node in nodes:
            if node._level > 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            node._backward()


def _nothing():
    pass


def lift(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def by_level(root, found):
    """All nodes below `root`, the lowest level first."""
    found.add(root)
    todo = [root]
    nodes = [root]
    while todo:
        for child in todo.pop()._prev:
            if child not in found:
                found.add(child)
                todo.append(child)
                nodes.append(child)
    nodes.reverse()
    return sorted(nodes, key=lambda node: node._level)


def build_topo(v, visited, topo):
    topo.extend(by_level(v, visited))


def zero_grad(root):
    for node in by_level(root, set()):
        node.grad = 0.0
