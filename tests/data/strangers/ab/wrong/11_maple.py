"""Engine: values, pullbacks, orders."""

import math


class Value:
    _order = None

    def __init__(self, data, _prev=(), pullbacks=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._pullbacks = pullbacks

    def __repr__(self):
        return f"Value({self.data!r})"

    def _backward(self):
        for node, pull in zip(self._prev, self._pullbacks):
            node.grad += pull(self.grad)

    def __add__(self, other):
        other = coerce(other)
        return Value(self.data + other.data, (self, other), (lambda g: g, lambda g: g))

    def __sub__(self, other):
        other = coerce(other)
        return Value(self.data - other.data, (self, other), (lambda g: g, lambda g: -g))

    def __mul__(self, other):
        other = coerce(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), (lambda g: g * y, lambda g: g * x))

    def __truediv__(self, other):
        other = coerce(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), (lambda g: g / y, lambda g: -g * x / y / y))

    def __radd__(self, other):
        return coerce(other) + self

    def __rsub__(self, other):
        return coerce(other) - self

    def __rmul__(self, other):
        return coerce(other) * self

    def __rtruediv__(self, other):
        return coerce(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (lambda g: -g,))

    def __pow__(self, n):
        x = self.data
        return Value(x**n, (self,), (lambda g: g * n * x ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (lambda g: g - g * t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (lambda g: g * e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), (lambda g: g,))
        return Value(0.0, (self,), (lambda g: 0.0,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            node.grad = 0.0 if node._prev else node.grad
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def coerce(x):
    return x if isinstance(x, Value) else Value(x)


def _walk(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, position = stack.pop()
        if position == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, position + 1))
        child = node._prev[position]
        if child not in visited:
            visited.add(child)
            stack.append((child, 0))


def build_topo(v, visited, topo):
    if v._order is not None:
        topo.extend(v._order)
        return
    _walk(v, visited, topo)
    v._order = topo


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
