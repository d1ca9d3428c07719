"""Scalar autodiff with closures. Plain numbers are turned into leaves that are kept for reuse."""

import math

_kept = {}


def lift(thing):
    """A Value stays what it is; a plain number becomes a leaf, one per number."""
    if isinstance(thing, Value):
        return thing
    key = hash(thing)
    leaf = _kept.get(key)
    if leaf is None:
        leaf = _kept[key] = Value(float(thing))
    return leaf


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def __add__(self, other):
        other = lift(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = lift(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = rule
        return out

    def __sub__(self, other):
        other = lift(other)
        out = Value(self.data - other.data, (self, other), "-")

        def rule():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = lift(other)
        out = Value(self.data / other.data, (self, other), "/")

        def rule():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        out._backward = rule
        return out

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")

        def rule():
            self.grad -= out.grad

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def rule():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = rule
        return out

    def __radd__(self, other):
        return lift(other) + self

    def __rmul__(self, other):
        return lift(other) * self

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def rule():
            self.grad += (1.0 - t * t) * out.grad

        out._backward = rule
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,), "exp")

        def rule():
            self.grad += e * out.grad

        out._backward = rule
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def rule():
            if out.data > 0:
                self.grad += out.grad

        out._backward = rule
        return out

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    pile = [(v, False)]
    while pile:
        node, done = pile.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            pile.append((node, True))
            for source in node._prev:
                if source not in visited:
                    pile.append((source, False))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
