"""Leaves keep every contribution and sum them exactly, so that the order of calls is no matter."""

import math


class Value:
    def __init__(self, data, _prev=(), _op="", _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _backward
        self._shares = []

    def collect(self, amount):
        """Book one more share on this leaf."""
        if not self.grad:
            self._shares.clear()
        self._shares.append(amount)
        if len(self._shares) > 64:
            self._shares[:] = [math.fsum(self._shares)]
        self.grad = math.fsum(self._shares)

    def __add__(self, other):
        other = value_of(other)
        return Value(self.data + other.data, (self, other), "+", lambda g: (g, g))

    def __radd__(self, other):
        return self + other

    def __neg__(self):
        return Value(-self.data, (self,), "neg", lambda g: (-g,))

    def __sub__(self, other):
        other = value_of(other)
        return Value(self.data - other.data, (self, other), "-", lambda g: (g, -g))

    def __rsub__(self, other):
        return value_of(other) - self

    def __mul__(self, other):
        other = value_of(other)
        a, b = self.data, other.data
        return Value(a * b, (self, other), "*", lambda g: (g * b, g * a))

    def __rmul__(self, other):
        return self * other

    def __truediv__(self, other):
        other = value_of(other)
        a, b = self.data, other.data
        return Value(a / b, (self, other), "/", lambda g: (g / b, -g * (a / b) / b))

    def __rtruediv__(self, other):
        return value_of(other) / self

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), "**", lambda g: (g * slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", lambda g: (g * e,))

    def relu(self):
        open_ = self.data > 0
        return Value(self.data if open_ else 0.0, (self,), "relu", lambda g: (g * open_,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        flow = {node: 0.0 for node in order}
        flow[self] = 1.0
        for node in reversed(order):
            if node._prev:
                node.grad = flow[node]
                for below, share in zip(node._prev, node._backward(node.grad)):
                    flow[below] += share
            else:
                node.collect(flow[node])


def value_of(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    agenda = [(v, False)]
    while agenda:
        node, inputs_done = agenda.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            agenda.append((node, True))
            agenda.extend((below, False) for below in node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
