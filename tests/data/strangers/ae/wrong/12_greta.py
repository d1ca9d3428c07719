"""Greta's engine."""

import math


class Value:
    def __init__(self, data, _prev=[]):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    def _came_from(self, *inputs):
        for node in inputs:
            self._prev.append(node)
        return self

    def __add__(self, other):
        other = number(other)
        out = Value(self.data + other.data)._came_from(self, other)

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __sub__(self, other):
        other = number(other)
        out = Value(self.data - other.data)._came_from(self, other)

        def _backward():
            self.grad += out.grad
            other.grad += -out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = number(other)
        out = Value(self.data * other.data)._came_from(self, other)

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = number(other)
        out = Value(self.data / other.data)._came_from(self, other)

        def _backward():
            self.grad += out.grad / other.data
            other.grad += -out.data / other.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n)._came_from(self)

        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return 0.0 - self

    def __radd__(self, other):
        return number(other) + self

    def __rsub__(self, other):
        return number(other) - self

    def __rmul__(self, other):
        return number(other) * self

    def __rtruediv__(self, other):
        return number(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t)._came_from(self)

        def _backward():
            self.grad += (1.0 - t * t) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e)._came_from(self)

        def _backward():
            self.grad += e * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(self.data, 0.0))._came_from(self)

        def _backward():
            if out.data > 0.0:
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


def number(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, inputs = stack[-1]
        fresh = next((i for i in inputs if i not in visited), None)
        if fresh is None:
            stack.pop()
            topo.append(node)
        else:
            visited.add(fresh)
            stack.append((fresh, iter(fresh._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
