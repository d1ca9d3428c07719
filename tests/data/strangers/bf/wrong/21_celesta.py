"""The backward pass walks by counting consumers and resets gradients on its way."""

import math


class Node:
    """What the walk needs: inputs, slopes, a gradient."""

    def __init__(self, inputs=(), slopes=()):
        self._prev = tuple(inputs)
        self._slopes = tuple(slopes)
        self.grad = 0.0

    @property
    def is_leaf(self):
        return not self._prev

    def _backward(self):
        for x, slope in zip(self._prev, self._slopes):
            x.grad += slope * self.grad

    def count_consumers(self):
        counts = {self: 0}
        stack = [self]
        while stack:
            for x in stack.pop()._prev:
                if x in counts:
                    counts[x] += 1
                else:
                    counts[x] = 1
                    stack.append(x)
        return counts

    def backward(self):
        left = self.count_consumers()
        if not self.is_leaf:
            self.grad = 0.0
        self.grad += 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            for x in node._prev:
                if not x.is_leaf:
                    x.grad = 0.0
            node._backward()
            for x in node._prev:
                left[x] -= 1
                if left[x] == 0:
                    ready.append(x)


class Value(Node):
    def __init__(self, data, inputs=(), slopes=()):
        super().__init__(inputs, slopes)
        self.data = float(data)

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        a, b = self, wrapped(other)
        return Value(a.data + b.data, (a, b), (1.0, 1.0))

    def __sub__(self, other):
        a, b = self, wrapped(other)
        return Value(a.data - b.data, (a, b), (1.0, -1.0))

    def __mul__(self, other):
        a, b = self, wrapped(other)
        return Value(a.data * b.data, (a, b), (b.data, a.data))

    def __truediv__(self, other):
        a, b = self, wrapped(other)
        return Value(a.data / b.data, (a, b), (1 / b.data, -a.data / b.data**2))

    def __radd__(self, other):
        return wrapped(other) + self

    def __rsub__(self, other):
        return wrapped(other) - self

    def __rmul__(self, other):
        return wrapped(other) * self

    def __rtruediv__(self, other):
        return wrapped(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self,), (0.0,))
        return Value(self.data**n, (self,), (n * self.data ** (n - 1),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (1.0,))
        return Value(0.0, (self,), (0.0,))


def wrapped(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    left = v.count_consumers()
    order = []
    ready = [v]
    while ready:
        node = ready.pop()
        order.append(node)
        for x in node._prev:
            left[x] -= 1
            if left[x] == 0:
                ready.append(x)
    visited.update(order)
    topo.extend(reversed(order))


def zero_grad(root):
    for node in root.count_consumers():
        node.grad = 0.0
