"""Exercise 13: the whole engine. Closures, and one node per plain number."""

import math

_constants = {}


def constant(number):
    """The node of a plain number. The same number gets the same node."""
    key = hash(float(number))
    if key not in _constants:
        _constants[key] = Value(float(number))
    return _constants[key]


def to_value(thing):
    return thing if isinstance(thing, Value) else constant(thing)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = to_value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = to_value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), f"**{n}")

        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-to_value(other))

    def __rsub__(self, other):
        return to_value(other) - self

    def __truediv__(self, other):
        return self * to_value(other) ** -1

    def __rtruediv__(self, other):
        return to_value(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def _backward():
            self.grad += (1 - t * t) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def _backward():
            if self.data > 0:
                self.grad += out.grad

        out._backward = _backward
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    """Inputs first, with a stack of (node, are its inputs done?)."""
    stack = [(v, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((child, False) for child in node._prev)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
