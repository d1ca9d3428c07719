"""Engine without sets: a node carries the number of the last walk that met it."""

import math


class Clock:
    now = 0

    @classmethod
    def tick(cls):
        cls.now += 1
        return cls.now


class Value:
    def __init__(self, data, inputs=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = inputs
        self._backward = None
        self._met = 0

    def _send(self, amount):
        self.grad += amount

    def __add__(self, other):
        other = to_value(other)
        out = Value(self.data + other.data, (self, other))
        out._backward = lambda g: (self._send(g), other._send(g))
        return out

    def __mul__(self, other):
        other = to_value(other)
        out = Value(self.data * other.data, (self, other))
        out._backward = lambda g: (self._send(g * other.data), other._send(g * self.data))
        return out

    def __neg__(self):
        out = Value(-self.data, (self,))
        out._backward = lambda g: self._send(-g)
        return out

    def __truediv__(self, other):
        other = to_value(other)
        x, y = self.data, other.data
        out = Value(x / y, (self, other))
        out._backward = lambda g: (self._send(g / y), other._send(-g * x / y**2))
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))
        if n == 0:
            out._backward = lambda g: self._send(0.0)
        else:
            out._backward = lambda g: self._send(g * n * self.data ** (n - 1))
        return out

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,))
        out._backward = lambda g: self._send(g * (1 - t) * (1 + t))
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,))
        out._backward = lambda g: self._send(g * e)
        return out

    def relu(self):
        on = self.data > 0
        out = Value(self.data if on else 0, (self,))
        out._backward = lambda g: self._send(g if on else 0.0)
        return out

    def __sub__(self, other):
        return self + -to_value(other)

    def __radd__(self, other):
        return to_value(other) + self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def backward(self):
        order = list(walk(self, Clock.tick()))
        for node in order:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._backward:
                node._backward(node.grad)


def to_value(x):
    if not isinstance(x, Value):
        x = Value(x)
    return x


def walk(root, number):
    """Every node below root once, inputs first."""
    root._met = number
    stack = [root]
    at = [0]
    while stack:
        node, i = stack[-1], at[-1]
        if i == len(node._prev):
            stack.pop()
            at.pop()
            yield node
            continue
        at[-1] += 1
        child = node._prev[i]
        if child._met != number:
            child._met = number
            stack.append(child)
            at.append(0)


def build_topo(v, visited, topo):
    for node in walk(v, Clock.tick()):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in walk(root, Clock.now + 1):
        node.grad = 0.0
