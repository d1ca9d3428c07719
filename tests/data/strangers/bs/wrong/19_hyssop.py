"""Every operation is a class. A node is younger than its inputs, so the age gives the order."""

import math


class Value:
    made = 0

    def __init__(self, data, *inputs):
        type(self).made += 1
        self.number = self.made
        self.data = data
        self.grad = 0.0
        self._prev = inputs

    def __repr__(self):
        return f"{type(self).__name__}#{self.number}({self.data:g})"

    def _backward(self):
        """A leaf has nobody to tell."""

    def __add__(self, other):
        return Add(self, lift(other))

    def __radd__(self, other):
        return Add(lift(other), self)

    def __sub__(self, other):
        return Sub(self, lift(other))

    def __rsub__(self, other):
        return Sub(lift(other), self)

    def __mul__(self, other):
        return Mul(self, lift(other))

    def __rmul__(self, other):
        return Mul(lift(other), self)

    def __truediv__(self, other):
        return Div(self, lift(other))

    def __rtruediv__(self, other):
        return Div(lift(other), self)

    def __pow__(self, n):
        return Pow(self, n)

    def __neg__(self):
        return Sub(lift(0.0), self)

    def tanh(self):
        return Tanh(math.tanh(self.data), self)

    def exp(self):
        return Exp(math.exp(self.data), self)

    def relu(self):
        return Relu(max(0.0, self.data), self)

    def backward(self):
        order = youngest_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


class Add(Value):
    def __init__(self, a, b):
        super().__init__(a.data + b.data, a, b)

    def _backward(self):
        for x in self._prev:
            x.grad += self.grad


class Sub(Value):
    def __init__(self, a, b):
        super().__init__(a.data - b.data, a, b)

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad
        b.grad -= self.grad


class Mul(Value):
    def __init__(self, a, b):
        super().__init__(a.data * b.data, a, b)

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad * b.data
        b.grad += self.grad * a.data


class Div(Value):
    def __init__(self, a, b):
        super().__init__(a.data / b.data, a, b)

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad / b.data
        b.grad -= self.grad * self.data / b.data


class Pow(Value):
    def __init__(self, a, n):
        super().__init__(a.data**n, a)
        self.n = n

    def _backward(self):
        (a,) = self._prev
        if self.n:
            a.grad += self.grad * self.n * a.data ** (self.n - 1)


class Tanh(Value):
    def _backward(self):
        self._prev[0].grad += self.grad * (1 - self.data * self.data)


class Exp(Value):
    def _backward(self):
        self._prev[0].grad += self.grad * self.data


class Relu(Value):
    def _backward(self):
        if self._prev[0].data > 0:
            self._prev[0].grad += self.grad


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def youngest_first(root):
    seen = {root}
    found = [root]
    for node in found:
        for x in node._prev:
            if x not in seen:
                seen.add(x)
                found.append(x)
    found.sort(key=lambda node: node.number, reverse=True)
    return found


def build_topo(v, visited, topo):
    topo += reversed(youngest_first(v))
    visited.update(topo)


def zero_grad(root):
    for node in youngest_first(root):
        node.grad = 0.0
