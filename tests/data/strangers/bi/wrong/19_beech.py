"""Values with a helper for each kind of number an exponent can be."""

import math


def power(x, n):
    """x to the n: whole exponents by the operator, floats by the math module."""
    if isinstance(n, int):
        return x**n
    return math.pow(x, n)


def power_slope(x, n):
    """The slope of x to the n."""
    if n == 0:
        return 0.0
    if isinstance(n, int):
        return n * x ** (n - 1)
    return n * math.pow(abs(x), n - 1)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value({self.data:.6g}, {self._op or 'leaf'})"

    @staticmethod
    def cast(x):
        if isinstance(x, Value):
            return x
        return Value(x)

    def __add__(self, other):
        other = Value.cast(other)
        out = Value(self.data + other.data, [self, other], "+")

        def _backward():
            for node in (self, other):
                node.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = Value.cast(other)
        out = Value(self.data * other.data, [self, other], "*")

        def _backward():
            for node, partner in ((self, other), (other, self)):
                node.grad += partner.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(power(self.data, n), [self], f"**{n}")

        def _backward():
            self.grad += power_slope(self.data, n) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-Value.cast(other))

    def __truediv__(self, other):
        return self * Value.cast(other) ** -1

    def __radd__(self, other):
        return Value.cast(other) + self

    def __rmul__(self, other):
        return Value.cast(other) * self

    def __rsub__(self, other):
        return Value.cast(other) - self

    def __rtruediv__(self, other):
        return Value.cast(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), [self], "tanh")

        def _backward():
            self.grad += (1.0 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), [self], "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(0.0, self.data), [self], "relu")

        def _backward():
            if out.data > 0.0:
                self.grad += out.grad

        out._backward = _backward
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    down, back = object(), object()
    pile = [(down, v)]
    while pile:
        direction, node = pile.pop()
        if direction is back:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            pile.append((back, node))
            for source in node._prev:
                pile.append((down, source))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
