"""Division works its number out quietly, as a product, and then records one single node."""

import math


class Value:
    recording = True

    def __init__(self, data, _prev=(), _op="", _pull=None):
        self.data = data
        self.grad = 0.0
        if not Value.recording:
            _prev, _pull = (), None
        self._prev = _prev
        self._op = _op
        self._pull = _pull

    def _backward(self):
        if self._pull is not None:
            for node, amount in zip(self._prev, self._pull(self.grad)):
                node.grad += amount

    def __add__(self, other):
        other = to_value(other)
        return Value(self.data + other.data, (self, other), "+", lambda g: (g, g))

    def __mul__(self, other):
        other = to_value(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), "*", lambda g: (g * y, g * x))

    def __pow__(self, n):
        x = self.data

        def pull(g):
            return (g * n * x ** (n - 1),) if n else (0.0,)

        return Value(x**n, (self,), "**", pull)

    def __truediv__(self, other):
        other = to_value(other)
        Value.recording = False
        inverse = other**-1
        ratio = self * inverse
        Value.recording = True
        i, q = inverse.data, ratio.data
        return Value(q, (self, other), "/", lambda g: (g * i, -g * q * i))

    def __neg__(self):
        return Value(-self.data, (self,), "neg", lambda g: (-g,))

    def __sub__(self, other):
        other = to_value(other)
        return Value(self.data - other.data, (self, other), "-", lambda g: (g, -g))

    def __radd__(self, other):
        return to_value(other) + self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", lambda g: (g * (1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", lambda g: (g * e,))

    def relu(self):
        x = self.data
        return Value(x if x > 0 else 0.0, (self,), "relu", lambda g: (g if x > 0 else 0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    position = {}
    path = [v]
    while path:
        node = path[-1]
        place = position.setdefault(node, 0)
        if place == len(node._prev):
            path.pop()
            visited.add(node)
            topo.append(node)
            position[node] = place + 1
            continue
        position[node] = place + 1
        below = node._prev[place]
        if below not in position:
            path.append(below)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
