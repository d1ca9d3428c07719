"""A scalar engine: every node keeps a closure that pushes its gradient down."""

import math


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __repr__(self):
        return f"Value({self.data:g})"

    def __add__(self, other):
        other = as_node(other)
        out = Value(self.data + other.data, (self, other), "+")

        def push():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = push
        return out

    def __mul__(self, other):
        other = as_node(other)
        out = Value(self.data * other.data, (self, other), "*")
        left, right = self.data, other.data

        def push():
            self.grad += right * out.grad
            other.grad += left * out.grad

        out._backward = push
        return out

    def __pow__(self, n):
        base = self.data
        out = Value(base**n, (self,), f"**{n}")
        slope = n * out.data / base if base else 0.0

        def push():
            self.grad += slope * out.grad

        out._backward = push
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def push():
            self.grad += (1.0 - t) * (1.0 + t) * out.grad

        out._backward = push
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,), "exp")

        def push():
            self.grad += e * out.grad

        out._backward = push
        return out

    def relu(self):
        is_open = self.data > 0
        out = Value(self.data if is_open else 0.0, (self,), "relu")

        def push():
            self.grad += out.grad if is_open else 0.0

        out._backward = push
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -as_node(other)

    def __rsub__(self, other):
        return as_node(other) + -self

    def __truediv__(self, other):
        return self * as_node(other) ** -1

    def __rtruediv__(self, other):
        return as_node(other) * self**-1

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            push = topo.pop()._backward
            if push is not None:
                push()


def build_topo(v, visited, topo):
    notes = [(v, False)]
    while notes:
        node, inputs_done = notes.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            notes.append((node, True))
            notes.extend((i, False) for i in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
