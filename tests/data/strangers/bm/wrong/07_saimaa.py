"""Each operation is a class of its own."""

import math


class Value:
    made = 0

    def __init__(self, data, *inputs):
        counter = type(self)
        counter.made += 1
        self.age = counter.made
        self.data = data
        self.grad = 0.0
        self._prev = inputs

    def __repr__(self):
        return f"{type(self).__name__}(data={self.data}, grad={self.grad})"

    def _backward(self):
        pass

    def __add__(self, other):
        return Sum(self, node(other))

    def __radd__(self, other):
        return Sum(node(other), self)

    def __sub__(self, other):
        return Difference(self, node(other))

    def __rsub__(self, other):
        return Difference(node(other), self)

    def __mul__(self, other):
        return Product(self, node(other))

    def __rmul__(self, other):
        return Product(node(other), self)

    def __truediv__(self, other):
        return Quotient(self, node(other))

    def __rtruediv__(self, other):
        return Quotient(node(other), self)

    def __pow__(self, n):
        return Power(self, n)

    def __neg__(self):
        return Negative(self)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        members = collect(self)
        members.sort(key=lambda m: -m.age)
        for m in members:
            if m._prev:
                m.grad = 0.0
        self.grad += 1.0
        for m in members:
            m._backward()


class Sum(Value):
    def __init__(self, a, b):
        super().__init__(a.data + b.data, a, b)

    def _backward(self):
        for p in self._prev:
            p.grad += self.grad


class Difference(Value):
    def __init__(self, a, b):
        super().__init__(a.data - b.data, a, b)

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad
        b.grad -= self.grad


class Product(Value):
    def __init__(self, a, b):
        super().__init__(a.data * b.data, a, b)

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad * b.data
        b.grad += self.grad * a.data


class Quotient(Value):
    def __init__(self, a, b):
        super().__init__(a.data / b.data, a, b)

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad / b.data
        b.grad -= self.grad * self.data / b.data


class Power(Value):
    def __init__(self, a, n):
        super().__init__(a.data**n, a)
        self.n = n

    def _backward(self):
        (a,) = self._prev
        if self.n != 0:
            a.grad += self.grad * self.n * a.data ** (self.n - 1)


class Negative(Value):
    def __init__(self, a):
        super().__init__(-a.data, a)

    def _backward(self):
        self._prev[0].grad -= self.grad


class Tanh(Value):
    def __init__(self, a):
        super().__init__(math.tanh(a.data), a)

    def _backward(self):
        self._prev[0].grad += self.grad * (1 - self.data**2)


class Exp(Value):
    def __init__(self, a):
        super().__init__(math.exp(a.data), a)

    def _backward(self):
        self._prev[0].grad += self.grad * self.data


class Relu(Value):
    def __init__(self, a):
        super().__init__(max(a.data, 0.0), a)

    def _backward(self):
        if self.data > 0:
            self._prev[0].grad += self.grad


def node(x):
    return x if isinstance(x, Value) else Value(x)


def collect(root):
    found, seen = [root], {root}
    for member in found:
        for p in member._prev:
            if p not in seen:
                seen.add(p)
                found.append(p)
    return found


def build_topo(v, visited, topo):
    for m in sorted(collect(v), key=lambda m: m.age):
        visited.add(m)
        topo.append(m)


def zero_grad(root):
    for m in collect(root):
        m.grad = 0.0
