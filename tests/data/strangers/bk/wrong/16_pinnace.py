"""Gradients live in one ledger beside the nodes. Only leaves are written into it for good."""

import math


class Ledger:
    def __init__(self):
        self._page = {}

    def read(self, node):
        return self._page.get(id(node), 0.0)

    def write(self, node, number):
        self._page[id(node)] = number

    def wipe(self, node):
        self._page.pop(id(node), None)


LEDGER = Ledger()


class Value:
    __slots__ = ("data", "_prev", "_op", "_backward")

    def __init__(self, data, _prev=(), _op="", _slopes=()):
        self.data = data
        self._prev = _prev
        self._op = _op
        self._backward = _slopes

    grad = property(LEDGER.read, LEDGER.write)

    def __add__(self, other):
        other = lift(other)
        return Value(self.data + other.data, (self, other), "+", (1.0, 1.0))

    def __sub__(self, other):
        other = lift(other)
        return Value(self.data - other.data, (self, other), "-", (1.0, -1.0))

    def __mul__(self, other):
        other = lift(other)
        return Value(self.data * other.data, (self, other), "*", (other.data, self.data))

    def __truediv__(self, other):
        other = lift(other)
        q = self.data / other.data
        return Value(q, (self, other), "/", (1.0 / other.data, -q / other.data))

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg", (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), "**", (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", (e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (self,), "relu", (1.0 if on else 0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        flow = {id(node): 0.0 for node in topo}
        flow[id(self)] = 1.0
        for node in reversed(topo):
            g = flow[id(node)]
            for p, slope in zip(node._prev, node._backward):
                flow[id(p)] += g * slope
            if not node._prev:
                LEDGER.write(node, LEDGER.read(node) + g)


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        LEDGER.wipe(node)
