"""Sums are flat: a long `total += term` is one node with many terms."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = list(_prev)
        self._op = _op

    def _backward(self):
        pass

    def __add__(self, other):
        return Sum(self, lift(other))

    def __iadd__(self, other):
        if isinstance(self, Sum):
            return self.take(lift(other))
        return self + other

    def __radd__(self, other):
        return Sum(lift(other), self)

    def __neg__(self):
        return Fn(self, -self.data, -1.0, "neg")

    def __sub__(self, other):
        return Sum(self, -lift(other))

    def __rsub__(self, other):
        return Sum(lift(other), -self)

    def __mul__(self, other):
        return Product(self, lift(other))

    def __rmul__(self, other):
        return Product(lift(other), self)

    def __truediv__(self, other):
        return Product(self, lift(other) ** -1)

    def __rtruediv__(self, other):
        return Product(lift(other), self**-1)

    def __pow__(self, n):
        x = self.data
        return Fn(self, x**n, n * x ** (n - 1) if n else 0.0, "**")

    def tanh(self):
        t = math.tanh(self.data)
        return Fn(self, t, 1.0 - t * t, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return Fn(self, e, e, "exp")

    def relu(self):
        return Fn(self, max(self.data, 0.0), float(self.data > 0.0), "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


class Sum(Value):
    def __init__(self, *terms):
        super().__init__(sum(t.data for t in terms), terms, "+")

    def take(self, term):
        self._prev.append(term)
        self.data += term.data
        return self

    def _backward(self):
        for term in self._prev:
            term.grad += self.grad


class Product(Value):
    def __init__(self, a, b):
        super().__init__(a.data * b.data, (a, b), "*")

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad * b.data
        b.grad += self.grad * a.data


class Fn(Value):
    def __init__(self, x, data, slope, name):
        super().__init__(data, (x,), name)
        self.slope = slope

    def _backward(self):
        self._prev[0].grad += self.grad * self.slope


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for p in node._prev:
                stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
