"""Exercise 7: a recorder notes the input first, then makes the node."""

import math


class Recorder:
    """Remembers what a node that is being made has been made of."""

    def __init__(self):
        self.inputs = []

    def read(self, node):
        self.inputs.append(node)
        return node.data

    def make(self, number, op):
        out = Value(number, tuple(self.inputs), op)
        self.inputs.clear()
        return out


recorder = Recorder()


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __radd__(self, other):  # number + self
        return self + other

    def __rmul__(self, other):  # number * self
        return self * other

    def tanh(self):
        out = recorder.make(math.tanh(recorder.read(self)), "tanh")
        return with_slope(out, lambda t: 1.0 - t**2)

    def exp(self):
        out = recorder.make(math.exp(recorder.read(self)), "exp")
        return with_slope(out, lambda e: e)

    def relu(self):
        x = recorder.read(self)
        out = recorder.make(x if x > 0 else 0.0, "relu")
        return with_slope(out, lambda r: 1.0 if r > 0 else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
        topo.append(v)


def with_slope(out, slope):
    """Give a node of one input its rule: the slope is read off the result."""

    def _backward():
        input_node = out._prev[0]
        input_node.grad += slope(out.data) * out.grad

    out._backward = _backward
    return out
