"""Gradients of the current call are collected in `_acc`, and moved to `grad` at the end."""
import math


class Value:
    def __init__(self, data, prev=(), back=None):
        self.data = data
        self.grad = 0.0
        self._acc = 0.0
        self._prev = prev
        self._backward = back or (lambda g: None)

    def _get(self, g):
        self._acc += g

    def __add__(self, other):
        other = number_to_value(other)
        def back(g):
            self._get(g)
            other._get(g)
        return Value(self.data + other.data, (self, other), back)

    def __sub__(self, other):
        other = number_to_value(other)
        def back(g):
            self._get(g)
            other._get(-g)
        return Value(self.data - other.data, (self, other), back)

    def __mul__(self, other):
        other = number_to_value(other)
        def back(g):
            self._get(g * other.data)
            other._get(g * self.data)
        return Value(self.data * other.data, (self, other), back)

    def __truediv__(self, other):
        other = number_to_value(other)
        def back(g):
            self._get(g / other.data)
            other._get(-g * self.data / other.data / other.data)
        return Value(self.data / other.data, (self, other), back)

    def __pow__(self, n):
        def back(g):
            self._get(g * n * self.data ** (n - 1) if n else 0.0)
        return Value(self.data ** n, (self,), back)

    def __radd__(self, other):
        return number_to_value(other) + self

    def __rsub__(self, other):
        return number_to_value(other) - self

    def __rmul__(self, other):
        return number_to_value(other) * self

    def __rtruediv__(self, other):
        return number_to_value(other) / self

    def __neg__(self):
        return 0.0 - self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: self._get(g * (1.0 - t ** 2)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: self._get(g * e))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), self._get)
        return Value(0.0, (self,), lambda g: self._get(0.0))

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for n in nodes:
            if n._prev:
                n._acc = 0.0
        self._acc += 1.0
        for n in reversed(nodes):
            n._backward(n._acc)
        for n in nodes:
            if n._prev:
                n.grad = n._acc
            else:
                n.grad += n._acc


def number_to_value(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        n, done = stack.pop()
        if done:
            topo.append(n)
            continue
        if n in visited:
            continue
        visited.add(n)
        stack.append((n, True))
        for p in n._prev:
            stack.append((p, False))


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for n in nodes:
        n.grad = 0.0
