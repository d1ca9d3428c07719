"""Value is a leaf or a constant; each operation is a subclass that knows its own rule."""

import math


class Value:
    _prev = ()

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0

    def __float__(self):
        return self.data

    def __repr__(self):
        return f"{type(self).__name__}({self.data:g})"

    def _backward(self):
        pass

    def __add__(self, other):
        return Sum(self, lift(other))

    def __radd__(self, other):
        return Sum(lift(other), self)

    def __sub__(self, other):
        return Difference(self, lift(other))

    def __rsub__(self, other):
        return Difference(lift(other), self)

    def __mul__(self, other):
        return Product(self, lift(other))

    def __rmul__(self, other):
        return Product(lift(other), self)

    def __truediv__(self, other):
        return Quotient(self, lift(other))

    def __rtruediv__(self, other):
        return Quotient(lift(other), self)

    def __neg__(self):
        return Difference(Value(0.0), self)

    def __pow__(self, n):
        return Power(self, n)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def lift(x):
    return x if type(x) is Value else Value(x)


class Sum(Value):
    def __init__(self, a, b):
        super().__init__(a.data + b.data)
        self._prev = (a, b)

    def _backward(self):
        for p in self._prev:
            p.grad += self.grad


class Difference(Value):
    def __init__(self, a, b):
        super().__init__(a.data - b.data)
        self._prev = (a, b)

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad
        b.grad -= self.grad


class Product(Value):
    def __init__(self, a, b):
        super().__init__(a.data * b.data)
        self._prev = (a, b)

    def _backward(self):
        a, b = self._prev
        a.grad += b.data * self.grad
        b.grad += a.data * self.grad


class Quotient(Value):
    def __init__(self, a, b):
        super().__init__(a.data / b.data)
        self._prev = (a, b)

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad / b.data
        b.grad -= self.grad * self.data / b.data


class Power(Value):
    def __init__(self, a, n):
        super().__init__(a.data**n)
        self._prev = (a,)
        self.n = n

    def _backward(self):
        (a,) = self._prev
        if self.n != 0:
            a.grad += self.n * a.data ** (self.n - 1) * self.grad


class Tanh(Value):
    def __init__(self, a):
        super().__init__(math.tanh(a.data))
        self._prev = (a,)

    def _backward(self):
        self._prev[0].grad += (1.0 - self.data**2) * self.grad


class Exp(Value):
    def __init__(self, a):
        super().__init__(math.exp(a.data))
        self._prev = (a,)

    def _backward(self):
        self._prev[0].grad += self.data * self.grad


class Relu(Value):
    def __init__(self, a):
        super().__init__(max(a.data, 0.0))
        self._prev = (a,)

    def _backward(self):
        if self.data > 0.0:
            self._prev[0].grad += self.grad


def build_topo(v, visited, topo):
    path = [(v, list(v._prev))]
    visited.add(v)
    while path:
        node, left = path[-1]
        if not left:
            topo.append(node)
            path.pop()
            continue
        p = left.pop()
        if p not in visited:
            visited.add(p)
            path.append((p, list(p._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
