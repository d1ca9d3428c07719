"""The exam."""

import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self._prev = _prev
        self._parts = []
        self._backward = lambda: None

    @property
    def grad(self):
        if len(self._parts) > 1:
            self._parts[:] = [sum(self._parts)]
        return self._parts[0] if self._parts else 0.0

    @grad.setter
    def grad(self, value):
        if value == 0:
            self._parts.clear()
        else:
            self._parts.append(value)

    def contribute(self, amount):
        self._parts.append(amount)

    def __add__(self, other):
        other = wrapped(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            g = out.grad
            self.contribute(g)
            other.contribute(g)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = wrapped(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            g = out.grad
            self.contribute(g * other.data)
            other.contribute(g * self.data)

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def _backward():
            if n != 0:
                self.contribute(out.grad * n * self.data ** (n - 1))

        out._backward = _backward
        return out

    def _function(self, value, slope):
        out = Value(value, (self,))

        def _backward():
            self.contribute(out.grad * slope)

        out._backward = _backward
        return out

    def tanh(self):
        t = math.tanh(self.data)
        return self._function(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._function(e, e)

    def relu(self):
        if self.data > 0:
            return self._function(self.data, 1.0)
        return self._function(0.0, 0.0)

    def __neg__(self):
        return self._function(-self.data, -1.0)

    def __radd__(self, other):
        return wrapped(other) + self

    def __sub__(self, other):
        return self + -wrapped(other)

    def __rsub__(self, other):
        return wrapped(other) - self

    def __rmul__(self, other):
        return wrapped(other) * self

    def __truediv__(self, other):
        other = wrapped(other)
        out = Value(self.data / other.data, (self, other))

        def _backward():
            g = out.grad / other.data
            self.contribute(g)
            other.contribute(-g * out.data)

        out._backward = _backward
        return out

    def __rtruediv__(self, other):
        return wrapped(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node._parts.clear()
        self.contribute(1.0)
        for node in reversed(topo):
            node._backward()


def wrapped(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    half = set()
    while stack:
        node = stack.pop()
        if node in visited:
            continue
        if node in half:
            visited.add(node)
            topo.append(node)
            continue
        half.add(node)
        stack.append(node)
        for child in node._prev:
            if child not in visited:
                stack.append(child)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
