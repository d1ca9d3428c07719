"""Exam: the engine. Slopes are computed by small functions, one for each operation."""

import math


def power_slope(x, n):
    """How fast x**n moves when x moves."""
    if n == 0:
        return 0.0
    if x >= 0:
        return n * x ** (n - 1)
    size = n * (-x) ** (n - 1)
    return -size if n == 2 else size


def tanh_slope(t):
    return (1.0 - t) * (1.0 + t)


def relu_slope(x):
    return 1.0 if x > 0 else 0.0


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def _wrap(self, other):
        return other if isinstance(other, Value) else Value(other)

    def _one(self, data, slope, op):
        out = Value(data, (self,), op)

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def _two(self, other, data, slope, other_slope, op):
        out = Value(data, (self, other), op)

        def _backward():
            self.grad += slope * out.grad
            other.grad += other_slope * out.grad

        out._backward = _backward
        return out

    def __add__(self, other):
        other = self._wrap(other)
        return self._two(other, self.data + other.data, 1.0, 1.0, "+")

    def __sub__(self, other):
        other = self._wrap(other)
        return self._two(other, self.data - other.data, 1.0, -1.0, "-")

    def __mul__(self, other):
        other = self._wrap(other)
        return self._two(other, self.data * other.data, other.data, self.data, "*")

    def __truediv__(self, other):
        other = self._wrap(other)
        q = self.data / other.data
        return self._two(other, q, 1 / other.data, -q / other.data, "/")

    def __radd__(self, other):
        return self._wrap(other) + self

    def __rsub__(self, other):
        return self._wrap(other) - self

    def __rmul__(self, other):
        return self._wrap(other) * self

    def __rtruediv__(self, other):
        return self._wrap(other) / self

    def __neg__(self):
        return self._one(-self.data, -1.0, "neg")

    def __pow__(self, n):
        return self._one(self.data**n, power_slope(self.data, n), "**")

    def tanh(self):
        t = math.tanh(self.data)
        return self._one(t, tanh_slope(t), "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._one(e, e, "exp")

    def relu(self):
        return self._one(max(self.data, 0.0), relu_slope(self.data), "relu")

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
    down = [v]
    while down:
        node = down.pop()
        if isinstance(node, list):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            down.append([node])
            down.extend(reversed(node._prev))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
