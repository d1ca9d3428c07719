"""Scalar autograd, exam version. Few basic nodes, the other operators are combinations."""

import math


class Value:
    def __init__(self, data, inputs=()):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(inputs)
        self._backward = self._do_nothing

    @staticmethod
    def _do_nothing():
        return None

    def _as_node(self, x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = self._as_node(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = self._as_node(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        out = Value(-self.data, (self,))

        def _backward():
            self.grad -= out.grad

        out._backward = _backward
        return out

    def __sub__(self, other):
        return self + -self._as_node(other)

    def __truediv__(self, other):
        other = self._as_node(other)
        out = Value(1.0 / other.data, (other,))

        def _backward():
            other.grad -= out.data * out.data * out.grad

        out._backward = _backward
        out = self * out
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def __radd__(self, other):
        return self._as_node(other) + self

    def __rsub__(self, other):
        return self._as_node(other) - self

    def __rmul__(self, other):
        return self._as_node(other) * self

    def __rtruediv__(self, other):
        return self._as_node(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def _backward():
            self.grad += (1.0 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        positive = self.data > 0
        out = Value(self.data if positive else 0.0, (self,))

        def _backward():
            self.grad += out.grad if positive else 0.0

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

    def zero_grad(self):
        zero_grad(self)


def build_topo(v, visited, topo):
    stack = [v]
    placed = set()
    while stack:
        node = stack[-1]
        if node not in visited:
            visited.add(node)
            for i in node._prev:
                if i not in visited:
                    stack.append(i)
        else:
            stack.pop()
            if node not in placed:
                placed.add(node)
                topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
