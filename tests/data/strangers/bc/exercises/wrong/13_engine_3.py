"""Exercise 13: the engine, made of +, * and curves of one number."""

import math


class Value:
    """One number, its gradient, and how it was made."""

    __slots__ = ("data", "grad", "_prev", "_op", "_backward", "_inverse")

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None
        self._inverse = None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    # ---- two inputs

    def __add__(self, other):
        other = Value.wrap(other)
        out = Value(self.data + other.data, [self, other], "+")

        def _backward():
            g = out.grad
            self.grad += g
            other.grad += g

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = Value.wrap(other)
        out = Value(self.data * other.data, [self, other], "*")

        def _backward():
            g = out.grad
            self.grad += other.data * g
            other.grad += self.data * g

        out._backward = _backward
        return out

    # ---- one input

    def curve(self, number, op, slope):
        out = Value(number, [self], op)

        def _backward():
            self.grad += slope() * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        x = self.data
        return self.curve(x**n, "**", lambda: n * x ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self.curve(t, "tanh", lambda: 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self.curve(e, "exp", lambda: e)

    def relu(self):
        if self.data > 0:
            return self.curve(self.data, "relu", lambda: 1.0)
        return self.curve(0.0, "relu", lambda: 0.0)

    def inverse(self):
        """1 / self: one node, however many quotients share it."""
        if self._inverse is None:
            self._inverse = self**-1
        return self._inverse

    # ---- in disguise

    @staticmethod
    def wrap(x):
        return x if isinstance(x, Value) else Value(x)

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + Value.wrap(other) * -1.0

    def __rsub__(self, other):
        return Value.wrap(other) + self * -1.0

    def __truediv__(self, other):
        return self * Value.wrap(other).inverse()

    def __rtruediv__(self, other):
        return Value.wrap(other) * self.inverse()

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    pile = [v]
    while pile:
        node = pile.pop()
        if node is None:
            topo.append(pile.pop())
        elif node not in visited:
            visited.add(node)
            pile += [node, None, *node._prev]


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
