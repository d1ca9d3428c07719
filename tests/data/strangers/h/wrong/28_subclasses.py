"""Every operator is a kind of Value."""

import math


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()

    def _backward(self):
        """A leaf has no inputs to tell anything."""

    def __add__(self, other):
        return Sum(self, other)

    def __radd__(self, other):
        return Sum(other, self)

    def __sub__(self, other):
        return Difference(self, other)

    def __rsub__(self, other):
        return Difference(other, self)

    def __mul__(self, other):
        return Product(self, other)

    def __rmul__(self, other):
        return Product(other, self)

    def __truediv__(self, other):
        return Quotient(self, other)

    def __rtruediv__(self, other):
        return Quotient(other, self)

    def __neg__(self):
        return Product(self, -1.0)

    def __pow__(self, n):
        return Power(self, n)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            node.restart()
        self.grad += 1.0
        for node in nodes[::-1]:
            node._backward()

    def restart(self):
        """A leaf keeps what it has."""


class Inner(Value):
    def __init__(self, *inputs):
        inputs = [i if isinstance(i, Value) else Value(i) for i in inputs]
        super().__init__(self.compute(*(i.data for i in inputs)))
        self._prev = tuple(inputs)

    def restart(self):
        self.grad = 0.0


class Sum(Inner):
    def compute(self, x, y):
        return x + y

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad
        b.grad += self.grad


class Difference(Inner):
    def compute(self, x, y):
        return x - y

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad
        b.grad -= self.grad


class Product(Inner):
    def compute(self, x, y):
        return x * y

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad * b.data
        b.grad += self.grad * a.data


class Quotient(Inner):
    def compute(self, x, y):
        return x / y

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad / b.data
        b.grad -= self.grad * self.data / b.data


class Power(Inner):
    def __init__(self, base, n):
        self.n = n
        super().__init__(base)

    def compute(self, x):
        return x**self.n

    def _backward(self):
        (a,) = self._prev
        a.grad += self.grad * self.n * a.data ** (self.n - 1)


class Tanh(Inner):
    def compute(self, x):
        return math.tanh(x)

    def _backward(self):
        (a,) = self._prev
        a.grad += self.grad * (1.0 - self.data**2)


class Exp(Inner):
    def compute(self, x):
        return math.exp(x)

    def _backward(self):
        (a,) = self._prev
        a.grad += self.grad * self.data


class Relu(Inner):
    def compute(self, x):
        return x if x > 0 else 0.0

    def _backward(self):
        (a,) = self._prev
        a.grad += self.grad * (a.data > 0)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        for p in node._prev:
            if p not in visited:
                stack.append(p)
                break
        else:
            visited.add(node)
            topo.append(node)
            stack.pop()


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
