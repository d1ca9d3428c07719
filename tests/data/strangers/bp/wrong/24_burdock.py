"""13_engine, handed in by group 4."""

import math

NUMBERS = (int, float)


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

    # Value op Value, and Value op number

    def __add__(self, other):
        if isinstance(other, NUMBERS):
            return one_input(self, self.data + other, 1.0, "+ number")
        return two_inputs(self, other, self.data + other.data, 1.0, 1.0, "+")

    def __sub__(self, other):
        if isinstance(other, NUMBERS):
            return one_input(self, self.data - other, 1.0, "- number")
        return two_inputs(self, other, self.data - other.data, 1.0, -1.0, "-")

    def __mul__(self, other):
        if isinstance(other, NUMBERS):
            return one_input(self, self.data * other, other, "* number")
        return two_inputs(self, other, self.data * other.data, other.data, self.data, "*")

    def __truediv__(self, other):
        if isinstance(other, NUMBERS):
            return one_input(self, self.data / other, 1.0 / other, "/ number")
        x, y = self.data, other.data
        return two_inputs(self, other, x / y, 1.0 / y, -x / y**2, "/")

    # number op Value

    def __radd__(self, other):
        return one_input(self, other + self.data, 1.0, "number +")

    def __rsub__(self, other):
        return one_input(self, other - self.data, -1.0, "number -")

    def __rmul__(self, other):
        return one_input(self, other * self.data, other, "number *")

    def __rtruediv__(self, other):
        return one_input(self, other // self.data, -other / self.data**2, "number /")

    # one Value

    def __neg__(self):
        return one_input(self, -self.data, -1.0, "neg")

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return one_input(self, self.data**n, slope, "**")

    def tanh(self):
        t = math.tanh(self.data)
        return one_input(self, t, 1.0 - t**2, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return one_input(self, e, e, "exp")

    def relu(self):
        if self.data > 0:
            return one_input(self, self.data, 1.0, "relu")
        return one_input(self, 0.0, 0.0, "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def one_input(a, data, slope, op):
    out = Value(data, (a,), op)

    def _backward():
        a.grad += slope * out.grad

    out._backward = _backward
    return out


def two_inputs(a, b, data, slope_a, slope_b, op):
    out = Value(data, (a, b), op)

    def _backward():
        a.grad += slope_a * out.grad
        b.grad += slope_b * out.grad

    out._backward = _backward
    return out


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, i = stack.pop()
        if i < len(node._prev):
            stack.append((node, i + 1))
            if node._prev[i] not in visited:
                visited.add(node._prev[i])
                stack.append((node._prev[i], 0))
        else:
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
