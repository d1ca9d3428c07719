"""Slopes are worked out while going forward; one shared rule uses them."""
import math


class Value:
    def __init__(self, data, *pairs):
        self.data = float(data)
        self.grad = 0.0
        self._prev = [pair[0] for pair in pairs]
        self._slopes = [pair[1] for pair in pairs]

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, (self, 1.0), (other, 1.0))
        return Value(self.data + other, (self, 1.0))

    def __sub__(self, other):
        if isinstance(other, Value):
            return Value(self.data - other.data, (self, 1.0), (other, -1.0))
        return Value(self.data - other, (self, 1.0))

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data, (self, other.data), (other, self.data))
        return Value(self.data * other, (self, other))

    def __truediv__(self, other):
        if isinstance(other, Value):
            a, b = self.data, other.data
            return Value(a / b, (self, 1 / b), (other, -a / b**2))
        return Value(self.data / other, (self, 1 / other))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self, 0.0))
        return Value(self.data**n, (self, n * self.data ** (n - 1)))

    def __neg__(self):
        return Value(-self.data, (self, -1.0))

    def __radd__(self, number):
        return Value(number + self.data, (self, 1.0))

    def __rsub__(self, number):
        return Value(number - self.data, (self, -1.0))

    def __rmul__(self, number):
        return Value(number * self.data, (self, number))

    def __rtruediv__(self, number):
        return Value(number / self.data, (self, -number / self.data**2))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, e))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self, 1.0))
        return Value(0.0, (self, 0.0))

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
    visited.add(v)
    stack = [v]
    while stack:
        fresh = [p for p in stack[-1]._prev if p not in visited]
        if fresh:
            visited.update(fresh)
            stack.extend(fresh)
        else:
            topo.append(stack.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
