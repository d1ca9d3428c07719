"""Exercise 13 with one class for each number of inputs."""

import math


class Value:
    """A leaf, and what all nodes have in common."""

    _prev = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def receive(self, amount):
        self.grad += amount

    def restart(self):
        pass

    def _backward(self):
        pass

    def __add__(self, other):
        other = leaf(other)
        return Binary(self.data + other.data, self, 1.0, other, 1.0)

    def __sub__(self, other):
        other = leaf(other)
        return Binary(self.data - other.data, self, 1.0, other, -1.0)

    def __mul__(self, other):
        other = leaf(other)
        return Binary(self.data * other.data, self, other.data, other, self.data)

    def __truediv__(self, other):
        other = leaf(other)
        result = self.data / other.data
        return Binary(result, self, 1.0 / other.data, other, -result / other.data)

    def __neg__(self):
        return Unary(-self.data, self, -1.0)

    def __pow__(self, n):
        return Unary(self.data**n, self, n and n * self.data ** (n - 1))

    def __radd__(self, other):
        return leaf(other) + self

    def __rsub__(self, other):
        return leaf(other) - self

    def __rmul__(self, other):
        return leaf(other) * self

    def __rtruediv__(self, other):
        return leaf(other) / self

    def tanh(self):
        result = math.tanh(self.data)
        return Unary(result, self, 1.0 - result**2)

    def exp(self):
        result = math.exp(self.data)
        return Unary(result, self, result)

    def relu(self):
        if self.data > 0:
            return Unary(self.data, self, 1.0)
        return Unary(0.0, self, 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            n.restart()
        self.receive(1.0)
        for n in reversed(topo):
            n._backward()


class Inner(Value):
    """What an operation made."""

    def __init__(self, data, *inputs):
        super().__init__(data)
        self._prev = inputs


class Unary(Inner):
    def __init__(self, data, x, slope):
        super().__init__(data, x)
        self.slope = slope

    def _backward(self):
        self._prev[0].receive(self.slope * self.grad)


class Binary(Inner):
    def __init__(self, data, left, left_slope, right, right_slope):
        super().__init__(data, left, right)
        self.slopes = left_slope, right_slope

    def restart(self):
        self.grad = 0.0

    def _backward(self):
        for x, slope in zip(self._prev, self.slopes):
            x.receive(slope * self.grad)


def leaf(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        n, finished = stack.pop()
        if finished:
            topo.append(n)
        elif n not in visited:
            visited.add(n)
            stack.append((n, True))
            stack.extend((x, False) for x in reversed(n._prev))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
