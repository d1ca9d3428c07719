"""Exercise 13. Rules are closures, the walk uses tickets instead of a set."""

import itertools
import math

_tickets = itertools.count(1)


def _no_rule():
    pass


def _as_value(x):
    return x if isinstance(x, Value) else Value(float(x))


def _reach(root, ticket):
    """All nodes below root (and root), inputs first. A node with this ticket was seen."""
    order = []
    stack = [(root, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            order.append(node)
            continue
        if node._ticket == ticket:
            continue
        node._ticket = ticket
        stack.append((node, True))
        for p in node._prev:
            if p._ticket != ticket:
                stack.append((p, False))
    return order


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_backward", "_ticket")

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _no_rule
        self._ticket = 0

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def __add__(self, other):
        other = _as_value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = _as_value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = rule
        return out

    def __sub__(self, other):
        other = _as_value(other)
        out = Value(self.data - other.data, (self, other), "-")

        def rule():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = _as_value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def rule():
            self.grad += out.grad / other.data
            other.grad -= out.grad * self.data / (other.data * other.data)

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), f"**{n}")

        def rule():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = rule
        return out

    def _function(self, value, slope, name):
        out = Value(value, (self,), name)

        def rule():
            self.grad += slope * out.grad

        out._backward = rule
        return out

    def tanh(self):
        t = math.tanh(self.data)
        return self._function(t, 1.0 - t * t, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._function(e, e, "exp")

    def relu(self):
        if self.data > 0:
            return self._function(self.data, 1.0, "relu")
        return self._function(0.0, 0.0, "relu")

    def __neg__(self):
        return self._function(-self.data, -1.0, "neg")

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return _as_value(other) - self

    def __rtruediv__(self, other):
        return _as_value(other) / self

    def backward(self):
        order = _reach(self, next(_tickets))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    topo.extend(_reach(v, next(_tickets)))


def zero_grad(root, ticket=next(_tickets)):
    for node in _reach(root, ticket):
        node.grad = 0.0
