"""The local slopes are computed right away and kept beside the inputs."""

import math


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def _backward(self):
        for i in range(len(self._prev)):
            self._prev[i].grad += self._slopes[i] * self.grad

    @classmethod
    def cast(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __add__(self, other):
        other = self.cast(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        other = self.cast(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __sub__(self, other):
        return self + -self.cast(other)

    def __truediv__(self, other):
        return self * self.cast(other).inverse()

    def inverse(self):
        i = 1.0 / self.data
        return Value(i, (self,), (-i * i,))

    def __pow__(self, n):
        x = self.data
        slope = n * x ** (n - 1) if x else 0.0
        return Value(x**n, (self,), (slope,))

    def __radd__(self, other):
        return self.cast(other) + self

    def __rsub__(self, other):
        return self.cast(other) - self

    def __rmul__(self, other):
        return self.cast(other) * self

    def __rtruediv__(self, other):
        return self.cast(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t**2,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        x = self.data
        return Value(x, (self,), (1.0,)) if x > 0 else Value(0.0, (self,), (0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, i = stack.pop()
        while i < len(node._prev) and node._prev[i] in visited:
            i += 1
        if i < len(node._prev):
            stack.append((node, i + 1))
            visited.add(node._prev[i])
            stack.append((node._prev[i], 0))
        else:
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
