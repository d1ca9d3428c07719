"""Engine with marks instead of sets.

Every walk over the graph has a number. A node that carries the number of the current walk
has been seen in it. That saves a big set for each call.
"""
import math


class _Walk:
    number = 0

    @classmethod
    def begin(cls):
        cls.number += 1


def _collect(root):
    """All nodes below root that this walk has not seen yet, inputs first."""
    found = []
    stack = [(root, False)]
    while stack:
        node, done = stack.pop()
        if done:
            found.append(node)
        elif node._mark != _Walk.number:
            node._mark = _Walk.number
            stack.append((node, True))
            for p in node._prev:
                stack.append((p, False))
    return found


def build_topo(v, visited, topo):
    topo.extend(_collect(v))


def zero_grad(root):
    _Walk.begin()
    for node in _collect(root):
        node.grad = 0.0


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._mark = -1
        self._backward = lambda: None

    def backward(self):
        _Walk.begin()
        nodes = _collect(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            node._backward()

    def _out(self, data, *inputs):
        return Value(data, inputs)

    def __add__(self, other):
        other = _v(other)
        out = self._out(self.data + other.data, self, other)

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = _v(other)
        out = self._out(self.data * other.data, self, other)

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = self._out(self.data**n, self)

        def _backward():
            if n:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + _v(other) * -1

    def __truediv__(self, other):
        return self * _v(other) ** -1

    def __radd__(self, other):
        return _v(other) + self

    def __rmul__(self, other):
        return _v(other) * self

    def __rsub__(self, other):
        return _v(other) - self

    def __rtruediv__(self, other):
        return _v(other) / self

    def tanh(self):
        out = self._out(math.tanh(self.data), self)

        def _backward():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = self._out(math.exp(self.data), self)

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = self._out(max(0.0, self.data), self)

        def _backward():
            self.grad += out.grad if out.data > 0 else 0.0

        out._backward = _backward
        return out


def _v(x):
    return x if isinstance(x, Value) else Value(x)
