"""The engine for the exam: closures, as in the exercises, and a walk without recursion."""

import math


class Value:
    """A number in a graph."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value({self.data:.4f}, grad={self.grad:.4f})"

    # A node is known by how it was made.

    def _key(self):
        return self.data, self._op, tuple(id(node) for node in self._prev)

    def __eq__(self, other):
        return isinstance(other, Value) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    # operators

    def __add__(self, other):
        other = _as_value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad += out.grad
            other.grad += out.grad

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

    def __mul__(self, other):
        other = _as_value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = _as_value(other)
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

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")

        def rule():
            self.grad -= out.grad

        out._backward = rule
        return out

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return _as_value(other) - self

    def __rtruediv__(self, other):
        return _as_value(other) / self

    # functions

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def rule():
            self.grad += (1.0 - out.data * out.data) * out.grad

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
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def _as_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    """Inputs first. Each entry of the stack is a node and whether its inputs are done."""
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for child in node._prev:
                if child not in visited:
                    stack.append((child, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
