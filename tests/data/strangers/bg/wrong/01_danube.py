"""The whole engine, with a closure for every rule."""

import math


def _node(x):
    return x if isinstance(x, Value) else Value(float(x))


def _nothing():
    pass


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = _nothing

    def __repr__(self):
        return f"Value({self.data:.6g}, grad={self.grad:.6g})"

    def __add__(self, other):
        other = _node(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = _node(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = _node(other)
        out = Value(self.data / other.data, (self, other), "/")

        def rule():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), f"**{n}")

        def rule():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def rule():
            self.grad += (1 - out.data * out.data) * out.grad

        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(max(self.data, -25.0)), (self,), "exp")

        def rule():
            self.grad += out.data * out.grad

        out._backward = rule
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def rule():
            if out.data > 0:
                self.grad += out.grad

        out._backward = rule
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -_node(other)

    def __rsub__(self, other):
        return _node(other) + -self

    def __rtruediv__(self, other):
        return _node(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def build_topo(v, visited, topo):
    pile = [(v, False)]
    while pile:
        node, inputs_done = pile.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            pile.append((node, True))
            pile.extend((source, False) for source in node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
