"""Gradient engine. Each result keeps one function per input: the vector-Jacobian way."""

import math


class Value:
    def __init__(self, data, _prev=(), _vjps=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = list(_prev)
        self._vjps = list(_vjps)

    def __repr__(self):
        return f"Value({self.data!r})"

    def _backward(self):
        for parent, vjp in zip(self._prev, self._vjps):
            parent.grad += vjp(self.grad)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()

    def __add__(self, other):
        other = box(other)
        return Value(self.data + other.data, [self, other], [lambda g: g, lambda g: g])

    def __sub__(self, other):
        other = box(other)
        return Value(self.data - other.data, [self, other], [lambda g: g, lambda g: -g])

    def __mul__(self, other):
        other = box(other)
        x, y = self.data, other.data
        return Value(x * y, [self, other], [lambda g: g * y, lambda g: g * x])

    def __truediv__(self, other):
        other = box(other)
        x, y = self.data, other.data
        return Value(x / y, [self, other], [lambda g: g / y, lambda g: -g * x / (y * y)])

    def __pow__(self, n):
        x = self.data

        def vjp(g):
            return 0.0 if n == 0 else g * n * x ** (n - 1)

        return Value(x**n, [self], [vjp])

    def __neg__(self):
        return Value(-self.data, [self], [lambda g: -g])

    def __radd__(self, other):
        return box(other) + self

    def __rsub__(self, other):
        return box(other) - self

    def __rmul__(self, other):
        return box(other) * self

    def __rtruediv__(self, other):
        return box(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], [lambda g: g * (1 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], [lambda g: g * e])

    def relu(self):
        x = self.data
        return Value(max(x, 0.0), [self], [lambda g: g if x > 0 else 0.0])


def box(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    """Two piles: `down` is on the way in, the other waits for the way out."""
    down = [v]
    waiting = []
    while down or waiting:
        if down and down[-1] is not None:
            node = down.pop()
            if node in visited:
                continue
            visited.add(node)
            waiting.append(node)
            down.append(None)
            down.extend(node._prev)
        else:
            down.pop()
            topo.append(waiting.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
