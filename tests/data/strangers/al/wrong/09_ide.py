"""The graph under a node never changes, so its order is worked out only once."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._order = None
        self._backward = lambda: None

    def __repr__(self):
        return f"Value({self.data}, op={self._op!r})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        assert isinstance(n, (int, float)), "the exponent is a plain number"
        out = Value(self.data**n, (self,), "**")
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += (1 - out.data * out.data) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data * (self.data > 0), (self,), "relu")

        def _backward():
            self.grad += (self.data > 0) * out.grad

        out._backward = _backward
        return out

    def order(self):
        if self._order is None:
            self._order = []
            build_topo(self, set(), self._order)
        return self._order

    def backward(self):
        order = self.order()
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        order.reverse()
        for node in order:
            node._backward()

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -1 * other

    def __rsub__(self, other):
        return -self + other

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return self * other**-1

    def __rtruediv__(self, other):
        return self**-1 * other


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((child, False) for child in node._prev)


def zero_grad(root):
    for node in root.order():
        node.grad = 0.0
