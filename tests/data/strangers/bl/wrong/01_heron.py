import math
from functools import cache


class Value:
    """A number in a graph."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value({self.data})"

    @staticmethod
    def _wrap(x):
        return x if isinstance(x, Value) else Value(float(x))

    def __add__(self, other):
        other = Value._wrap(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = Value._wrap(other)
        out = Value(self.data * other.data, (self, other), "*")
        left, right = self.data, other.data

        def _backward():
            self.grad += right * out.grad
            other.grad += left * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), f"**{n}")
        slope = n * self.data ** (n - 1) if n != 0 else 0.0

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + (-Value._wrap(other))

    def __rsub__(self, other):
        return Value._wrap(other) - self

    def __truediv__(self, other):
        other = Value._wrap(other)
        y = other.data
        out = Value(self.data / y, (self, other), "/")

        def _backward():
            self.grad += out.grad / y
            other.grad -= out.grad * out.data / y

        out._backward = _backward
        return out

    def __rtruediv__(self, other):
        return Value._wrap(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    @cache
    def _curve(self, kind):
        x = self.data
        if kind == "tanh":
            y = math.tanh(x)
            slope = 1.0 - y * y
        elif kind == "exp":
            y = math.exp(x)
            slope = y
        else:
            y = x if x > 0 else 0.0
            slope = 1.0 if x > 0 else 0.0
        out = Value(y, (self,), kind)

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        return self._curve("tanh")

    def exp(self):
        return self._curve("exp")

    def relu(self):
        return self._curve("relu")

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
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for i in node._prev:
                stack.append((i, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
