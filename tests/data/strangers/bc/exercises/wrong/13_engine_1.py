"""Exercise 13: the engine. Functions of one number know their slope from the start."""

import math


def lift(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _nothing

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = lift(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = lift(other)
        if other.data == 1.0 and not other._prev:
            return self  # times a plain 1: nothing to compute
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -lift(other)

    def __truediv__(self, other):
        other = lift(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            self.grad += out.grad / other.data
            other.grad -= out.data / other.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), f"**{n}")

        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    def _one_input(self, number, name, slope):
        out = Value(number, (self,), name)

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        t = math.tanh(self.data)
        return self._one_input(t, "tanh", 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._one_input(e, "exp", e)

    def relu(self):
        positive = self.data > 0.0
        return self._one_input(self.data if positive else 0.0, "relu", 1.0 if positive else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def _nothing():
    """The rule of a leaf."""


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((input_node, False) for input_node in node._prev)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
