"""The gradient is a property, so that only numbers get into it."""

import math


class Value:
    def __init__(self, data, _prev=(), _send=None):
        self.data = float(data)
        self._total = 0.0
        self._prev = _prev
        self._send = _send

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    @property
    def grad(self):
        return self._total

    @grad.setter
    def grad(self, number):
        self._grad = float(number)

    def receive(self, contribution):
        self._total += contribution

    def reset(self):
        self._total = 0.0

    def _backward(self):
        if self._send is not None:
            self._send(self._total)

    def __add__(self, other):
        other = a_value(other)

        def send(g):
            self.receive(g)
            other.receive(g)

        return Value(self.data + other.data, (self, other), send)

    def __sub__(self, other):
        other = a_value(other)

        def send(g):
            self.receive(g)
            other.receive(-g)

        return Value(self.data - other.data, (self, other), send)

    def __mul__(self, other):
        other = a_value(other)
        x, y = self.data, other.data

        def send(g):
            self.receive(y * g)
            other.receive(x * g)

        return Value(x * y, (self, other), send)

    def __truediv__(self, other):
        other = a_value(other)
        x, y = self.data, other.data

        def send(g):
            self.receive(g / y)
            other.receive(-g * x / (y * y))

        return Value(x / y, (self, other), send)

    def __radd__(self, other):
        return a_value(other) + self

    def __rsub__(self, other):
        return a_value(other) - self

    def __rmul__(self, other):
        return a_value(other) * self

    def __rtruediv__(self, other):
        return a_value(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: self.receive(-g))

    def __pow__(self, n):
        x = self.data
        slope = n * x ** (n - 1) if n != 0 else 0.0
        return Value(x**n, (self,), lambda g: self.receive(slope * g))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: self.receive((1 - t * t) * g))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: self.receive(e * g))

    def relu(self):
        slope = 1.0 if self.data > 0 else 0.0
        return Value(max(0.0, self.data), (self,), lambda g: self.receive(slope * g))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._send is not None:
                node.reset()
        self.receive(1.0)
        for node in reversed(topo):
            node._backward()


def a_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, closing = stack.pop()
        if closing:
            topo.append(node)
            continue
        if node not in visited:
            visited.add(node)
            stack.append((node, True))
            for x in node._prev:
                stack.append((x, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.reset()
