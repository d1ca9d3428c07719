"""My engine for the exam."""

import math


class Value:
    FAR = 20.0

    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = self._leaf

    def _leaf(self):
        return

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data * other.data, (self, other))
        x, y = self.data, other.data

        def _backward():
            self.grad += y * out.grad
            other.grad += x * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))
        x = self.data

        def _backward():
            self.grad += (n * x ** (n - 1) if n != 0 else 0.0) * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        if abs(self.data) > self.FAR:
            self.data = math.copysign(self.FAR, self.data)
        out = Value(math.tanh(self.data), (self,))

        def _backward():
            self.grad += (1.0 - out.data * out.data) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), (self,))

        def _backward():
            if out.data > 0.0:
                self.grad += out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        return self * (other**-1.0)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1.0 * other

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
    """Depth first by hand."""
    path = [v]
    turn = {v: 0}
    while path:
        node = path[-1]
        if turn[node] < len(node._prev):
            child = node._prev[turn[node]]
            turn[node] += 1
            if child not in turn:
                turn[child] = 0
                path.append(child)
        else:
            topo.append(path.pop())
    visited.update(turn)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
