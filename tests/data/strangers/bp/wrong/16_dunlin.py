"""The whole engine. Nodes can be compared and sorted like the numbers they hold."""

import math
from functools import total_ordering


def _data(x):
    return x.data if isinstance(x, Value) else x


def _as_value(x):
    return x if isinstance(x, Value) else Value(x)


@total_ordering
class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    # comparisons, handy in training loops: if loss < 0.01: break

    def __eq__(self, other):
        return self.data == _data(other)

    def __lt__(self, other):
        return self.data < _data(other)

    def __hash__(self):
        return hash(self.data)

    # operators

    def __add__(self, other):
        other = _as_value(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = _as_value(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = _as_value(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = _as_value(other)
        slopes = (1.0 / other.data, -self.data / other.data**2)
        return Value(self.data / other.data, (self, other), slopes)

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), (slope,))

    def __neg__(self):
        return 0.0 - self

    def __radd__(self, other):
        return _as_value(other) + self

    def __rsub__(self, other):
        return _as_value(other) - self

    def __rmul__(self, other):
        return _as_value(other) * self

    def __rtruediv__(self, other):
        return _as_value(other) / self

    # functions

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        return Value(max(self.data, 0.0), (self,), (1.0 if self.data > 0 else 0.0,))

    # gradients

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

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
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for p in node._prev:
                stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
