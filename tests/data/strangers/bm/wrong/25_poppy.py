import math
from typing import NamedTuple


class Share(NamedTuple):
    to: "Value"
    amount: float


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward or (lambda g: [])

    def __add__(self, other):
        a, b = self, to_value(other)
        return Value(a.data + b.data, (a, b), lambda g: [Share(a, g), Share(b, g)])

    def __sub__(self, other):
        a, b = self, to_value(other)
        return Value(a.data - b.data, (a, b), lambda g: [Share(a, g), Share(b, -g)])

    def __mul__(self, other):
        a, b = self, to_value(other)
        return Value(
            a.data * b.data,
            (a, b),
            lambda g: [Share(a, g * b.data), Share(b, g * a.data)],
        )

    def __truediv__(self, other):
        a, b = self, to_value(other)
        return Value(
            a.data / b.data,
            (a, b),
            lambda g: [Share(a, g / b.data), Share(b, -g * a.data / b.data**2)],
        )

    def __pow__(self, n):
        a = self
        if n == 0:
            return Value(1.0, (a,), lambda g: [Share(a, 0.0)])
        return Value(a.data**n, (a,), lambda g: [Share(a, g * n * a.data ** (n - 1))])

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: [Share(self, -g)])

    def __radd__(self, other):
        return to_value(other) + self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: [Share(self, g * (1 - t * t))])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: [Share(self, g * e)])

    def relu(self):
        on = self.data > 0
        return Value(self.data * on, (self,), lambda g: [Share(self, g * on)])

    def backward(self, sums={}):
        sums[self] = 1.0
        for node in reversed(in_order(self)):
            for share in node._backward(sums[node]):
                sums[share.to] = sums.get(share.to, 0.0) + share.amount
            if not node._prev:
                node.grad += sums[node]
            else:
                node.grad = sums[node]


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


def in_order(root):
    topo = []
    build_topo(root, set(), topo)
    return topo


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    for node in in_order(root):
        node.grad = 0.0
