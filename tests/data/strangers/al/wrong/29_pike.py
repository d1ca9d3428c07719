"""Plain numbers need no gradient, and neither does what is made of them alone."""

import functools
import math


def with_number(method):
    """Let the second operand be a plain number."""

    @functools.wraps(method)
    def inner(self, other):
        return method(self, other if isinstance(other, Value) else plain(other))

    return inner


def plain(x):
    node = Value(x)
    node._needs = False
    return node


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._slopes = ()
        self._needs = True

    def _emit(self, data, inputs, slopes):
        out = Value(data)
        out._prev = inputs
        out._slopes = slopes
        out._needs = self._needs
        return out

    def _backward(self):
        if not self._needs:
            return
        for p, slope in zip(self._prev, self._slopes):
            p.grad += slope * self.grad

    @with_number
    def __add__(self, other):
        return self._emit(self.data + other.data, (self, other), (1.0, 1.0))

    @with_number
    def __sub__(self, other):
        return self._emit(self.data - other.data, (self, other), (1.0, -1.0))

    @with_number
    def __mul__(self, other):
        return self._emit(self.data * other.data, (self, other), (other.data, self.data))

    @with_number
    def __truediv__(self, other):
        y = self.data / other.data
        return self._emit(y, (self, other), (1.0 / other.data, -y / other.data))

    @with_number
    def __radd__(self, other):
        return other + self

    @with_number
    def __rsub__(self, other):
        return other - self

    @with_number
    def __rmul__(self, other):
        return other * self

    @with_number
    def __rtruediv__(self, other):
        return other / self

    def __neg__(self):
        return self._emit(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return self._emit(self.data**n, (self,), (slope,))

    def tanh(self):
        y = math.tanh(self.data)
        return self._emit(y, (self,), (1.0 - y * y,))

    def exp(self):
        y = math.exp(self.data)
        return self._emit(y, (self,), (y,))

    def relu(self):
        y = max(self.data, 0.0)
        return self._emit(y, (self,), (math.copysign(1.0, y) if y else 0.0,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, len(v._prev))]
    visited.add(v)
    while stack:
        node, left = stack.pop()
        if left == 0:
            topo.append(node)
            continue
        stack.append((node, left - 1))
        child = node._prev[left - 1]
        if child not in visited:
            visited.add(child)
            stack.append((child, len(child._prev)))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
