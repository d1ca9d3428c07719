"""One class per operation. Nodes know how high they stand above the leaves, and the
backward pass goes through them from the highest to the lowest."""

import math

TOP = 1000


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self.height = 0

    def __repr__(self):
        return f"{type(self).__name__}({self.data}, grad={self.grad})"

    def _backward(self):
        pass

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
        return Negative(self)

    def __pow__(self, n):
        return Power(self, n)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        order = from_high_to_low(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


class Result(Value):
    def __init__(self, *inputs):
        nodes = [n if isinstance(n, Value) else Value(float(n)) for n in inputs]
        self.grad = 0.0
        self._prev = tuple(nodes)
        self.height = min(1 + max(n.height for n in nodes), TOP)
        self.data = self.compute(*(n.data for n in nodes))

    def _backward(self):
        for node, slope in zip(self._prev, self.slopes):
            node.grad += slope * self.grad


class Sum(Result):
    slopes = (1.0, 1.0)

    def compute(self, a, b):
        return a + b


class Difference(Result):
    slopes = (1.0, -1.0)

    def compute(self, a, b):
        return a - b


class Product(Result):
    def compute(self, a, b):
        self.slopes = (b, a)
        return a * b


class Quotient(Result):
    def compute(self, a, b):
        self.slopes = (1.0 / b, -a / b**2)
        return a / b


class Negative(Result):
    slopes = (-1.0,)

    def compute(self, a):
        return -a


class Power(Result):
    def __init__(self, base, n):
        self.n = n
        super().__init__(base)

    def compute(self, a):
        self.slopes = (self.n * a ** (self.n - 1) if self.n else 0.0,)
        return a**self.n


class Tanh(Result):
    def compute(self, a):
        t = math.tanh(a)
        self.slopes = (1 - t * t,)
        return t


class Exp(Result):
    def compute(self, a):
        e = math.exp(a)
        self.slopes = (e,)
        return e


class Relu(Result):
    def compute(self, a):
        self.slopes = (1.0,) if a > 0 else (0.0,)
        return a if a > 0 else 0.0


def from_high_to_low(root):
    found = {root: None}  # a dict keeps the order in which nodes were met
    todo = [root]
    while todo:
        for node in todo.pop()._prev:
            if node not in found:
                found[node] = None
                todo.append(node)
    return sorted(found, key=lambda node: -node.height)


def build_topo(v, visited, topo):
    order = from_high_to_low(v)
    visited.update(order)
    topo.extend(reversed(order))


def zero_grad(root):
    for node in from_high_to_low(root):
        node.grad = 0.0
