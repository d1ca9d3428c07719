"""A node stores a function for its slopes, one number per input. The rule is the same for all."""

import math


class Value:
    def __init__(self, data, _prev=(), _slopes=None, _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self._op = _op

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _backward(self):
        if self._slopes is None:
            return
        for node, slope in zip(self._prev, self._slopes(self)):
            node.grad += slope * self.grad

    # + and -

    def __add__(self, other):
        if not isinstance(other, Value):
            return Value(self.data + other, (self,), lambda out: (1.0,), "+")
        return Value(self.data + other.data, (self, other), lambda out: (1.0, 1.0), "+")

    def __radd__(self, other):
        return self + other

    def __neg__(self):
        return Value(-self.data, (self,), lambda out: (-1.0,), "neg")

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -(self - other)

    # * and /

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value(self.data * other, (self,), lambda out: (other,), "*")
        return Value(
            self.data * other.data, (self, other), lambda out: (other.data, self.data), "*"
        )

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return Value(self.data / other, (self,), lambda out: (1.0 / other,), "/")
        return Value(
            self.data / other.data,
            (self, other),
            lambda out: (1.0 / other.data, -out.data / other.data),
            "/",
        )

    def __rtruediv__(self, other):
        return (self / other) ** -1

    def __pow__(self, n):
        def slopes(out):
            return (n * self.data ** (n - 1) if n != 0 else 0.0,)

        return Value(self.data**n, (self,), slopes, f"**{n}")

    # functions

    def tanh(self):
        return Value(math.tanh(self.data), (self,), lambda out: (1.0 - out.data**2,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), lambda out: (out.data,), "exp")

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), lambda out: (1.0,), "relu")
        return Value(0.0, (self,), lambda out: (0.0,), "relu")

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [[v, 0]]
    while stack:
        frame = stack[-1]
        node, i = frame
        if i < len(node._prev):
            frame[1] += 1
            if node._prev[i] not in visited:
                visited.add(node._prev[i])
                stack.append([node._prev[i], 0])
        else:
            stack.pop()
            topo.append(node)


def zero_grad(root):
    everything = []
    build_topo(root, set(), everything)
    for node in everything:
        node.grad = 0.0
