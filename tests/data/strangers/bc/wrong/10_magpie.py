"""A node and a list of (input, slope) pairs, with the few simplifications of school algebra."""

import math


class Value:
    def __init__(self, data, _prev=(), _op="", slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self._op = _op
        self.slopes = slopes

    def _backward(self):
        g = self.grad
        for i, slope in enumerate(self.slopes):
            self._prev[i].grad += g * slope

    def __add__(self, other):
        other = number_or_node(other)
        if other is self:
            return Value(2 * self.data, [self], "2x", (2.0,))
        return Value(self.data + other.data, [self, other], "+", (1.0, 1.0))

    def __sub__(self, other):
        other = number_or_node(other)
        return Value(self.data - other.data, [self, other], "-", (1.0, -1.0))

    def __mul__(self, other):
        other = number_or_node(other)
        if other is self:
            return self**2
        return Value(self.data * other.data, [self, other], "*", (other.data, self.data))

    def __truediv__(self, other):
        other = number_or_node(other)
        x, y = self.data, other.data
        if x and x == y:
            return Value(1.0, [self, other], "/", (0.0, 0.0))
        return Value(x / y, [self, other], "/", (1.0 / y, -x / y**2))

    def __pow__(self, n):
        x = self.data
        if n == 0:
            return Value(1.0, [self], "**0", (0.0,))
        return Value(x**n, [self], f"**{n}", (n * x ** (n - 1),))

    def __neg__(self):
        return Value(-self.data, [self], "neg", (-1.0,))

    def __radd__(self, other):
        return number_or_node(other) + self

    def __rsub__(self, other):
        return number_or_node(other) - self

    def __rmul__(self, other):
        return number_or_node(other) * self

    def __rtruediv__(self, other):
        return number_or_node(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], "tanh", (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], "exp", (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, [self], "relu", (1.0,))
        return Value(0.0, [self], "relu", (0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def number_or_node(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    opened = set()
    while stack:
        node = stack.pop()
        if node in visited:
            continue
        if node in opened:
            visited.add(node)
            topo.append(node)
            continue
        opened.add(node)
        stack.append(node)
        stack.extend(node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
