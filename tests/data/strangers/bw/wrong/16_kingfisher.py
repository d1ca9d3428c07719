"""Exercise 13. Closures; the nodes are labelled as they are made, and a node is
always made after its inputs, so sorting by the label gives the order."""

import itertools
import math

_counter = itertools.count(1)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._label = f"n{next(_counter):03d}"
        self._backward = lambda: None

    def __repr__(self):
        return f"Value({self._label}: {self.data:g}, grad={self.grad:g})"

    @staticmethod
    def _lift(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value._lift(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = Value._lift(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = Value._lift(other)
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

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return Value._lift(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def rule():
            self.grad += (1 - t * t) * out.grad

        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def rule():
            self.grad += out.data * out.grad

        out._backward = rule
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")

        def rule():
            if self.data > 0:
                self.grad += out.grad

        out._backward = rule
        return out

    def backward(self):
        order = build_topo(self, set(), [])
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    found = [v]
    visited.add(v)
    for node in found:
        for child in node._prev:
            if child not in visited:
                visited.add(child)
                found.append(child)
    topo.extend(sorted(found, key=lambda node: node._label))
    return topo


def zero_grad(root):
    for node in build_topo(root, set(), []):
        node.grad = 0.0
