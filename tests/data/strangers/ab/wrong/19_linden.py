"""Autodiff, with a kind of node for each operation.
"""

import math


class Value:
    _prev = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def __repr__(self):
        return f"{type(self).__name__}({self.data})"

    def _backward(self):
        """A leaf passes nothing on."""

    def __add__(self, other):
        return Add(self, other if isinstance(other, Value) else Value(other))

    def __mul__(self, other):
        if isinstance(other, Value):
            return Mul(self, other)
        return Scale(self, other)

    def __pow__(self, n):
        return Pow(self, n)

    def __neg__(self):
        return Scale(self, -1.0)

    def __sub__(self, other):
        return self + (Scale(other, -1.0) if isinstance(other, Value) else -other)

    def __truediv__(self, other):
        return Mul(self, Pow(other, -1)) if isinstance(other, Value) else Scale(self, 1 / other)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return Scale(self, -1.0) + other

    def __rtruediv__(self, other):
        return Scale(Pow(self, -1), other)

    def tanh(self):
        return Unary(self, math.tanh, lambda x, y: 1 - y * y)

    def exp(self):
        return Unary(self, math.exp, lambda x, y: y)

    def relu(self):
        return Unary(self, lambda x: max(x, 0.0), lambda x, y: float(x > 0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


class Add(Value):
    def __init__(self, a, b):
        super().__init__(a.data + b.data)
        self._prev = (a, b)

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad
        b.grad += self.grad


class Mul(Value):
    def __init__(self, a, b):
        super().__init__(a.data * b.data)
        self._prev = (a, b)

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad * b.data
        b.grad += self.grad * a.data


class Scale(Value):
    def __init__(self, a, factor):
        super().__init__(a.data * factor)
        if isinstance(a, Scale):
            a, factor = a._prev[0], a.factor * factor
        self.factor = factor
        self._prev = (a,)

    def _backward(self):
        self._prev[0].grad += self.factor * self.grad


class Pow(Value):
    def __init__(self, a, n):
        super().__init__(a.data**n)
        self.n = n
        self._prev = (a,)

    def _backward(self):
        (a,) = self._prev
        if self.n != 0:
            a.grad += self.n * a.data ** (self.n - 1) * self.grad


class Unary(Value):
    def __init__(self, a, function, slope):
        super().__init__(function(a.data))
        self.slope = slope
        self._prev = (a,)

    def _backward(self):
        (a,) = self._prev
        a.grad += self.slope(a.data, self.data) * self.grad


def build_topo(v, visited, topo):
    waiting = [(v, True)]
    while waiting:
        node, first_time = waiting.pop()
        if not first_time:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            waiting.append((node, False))
            waiting.extend((child, True) for child in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
