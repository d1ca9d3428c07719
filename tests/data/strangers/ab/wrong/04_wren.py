"""The whole engine, with the functions of one number looked up in a table."""

import math
from collections import deque


class Lookup(dict):
    """Results of math functions."""

    def of(self, function, x):
        try:
            return self[x]
        except KeyError:
            self[x] = result = function(x)
            return result


class Node:
    """What every node has, whatever it was made by."""

    table = Lookup()

    def __init__(self, data, _prev=()):
        self.data = data
        self._prev = _prev
        self.grad = 0.0

    def _backward(self):
        pass


class Value(Node):
    """A leaf, or the result of an operation (see below)."""

    def __add__(self, other):
        return Sum(self, number(other))

    def __mul__(self, other):
        return Product(self, number(other))

    def __radd__(self, other):
        return Sum(number(other), self)

    def __rmul__(self, other):
        return Product(number(other), self)

    def __neg__(self):
        return Product(self, number(-1))

    def __sub__(self, other):
        return Sum(self, -number(other))

    def __rsub__(self, other):
        return Sum(number(other), -self)

    def __truediv__(self, other):
        return Product(self, Power(number(other), -1))

    def __rtruediv__(self, other):
        return Product(number(other), Power(self, -1))

    def __pow__(self, exponent):
        return Power(self, exponent)

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


class Sum(Value):
    def __init__(self, a, b):
        super().__init__(a.data + b.data, (a, b))

    def _backward(self):
        for node in self._prev:
            node.grad += self.grad


class Product(Value):
    def __init__(self, a, b):
        super().__init__(a.data * b.data, (a, b))

    def _backward(self):
        a, b = self._prev
        a.grad += b.data * self.grad
        b.grad += a.data * self.grad


class Power(Value):
    def __init__(self, a, n):
        super().__init__(a.data**n, (a,))
        self.n = n

    def _backward(self):
        (a,) = self._prev
        if self.n != 0:
            a.grad += self.n * a.data ** (self.n - 1) * self.grad


class Tanh(Value):
    def __init__(self, a):
        super().__init__(self.table.of(math.tanh, a.data), (a,))

    def _backward(self):
        self._prev[0].grad += (1.0 - self.data * self.data) * self.grad


class Exp(Value):
    def __init__(self, a):
        super().__init__(self.table.of(math.exp, a.data), (a,))

    def _backward(self):
        self._prev[0].grad += self.data * self.grad


class Relu(Value):
    def __init__(self, a):
        super().__init__(a.data if a.data > 0 else 0.0, (a,))

    def _backward(self):
        self._prev[0].grad += self.grad if self.data > 0 else 0.0


def number(x):
    return x if isinstance(x, Value) else Value(float(x))


def consumers_first(root):
    """Kahn's way: a node comes as soon as its last consumer has come."""
    waits = {root: 0}
    todo = deque([root])
    while todo:
        for child in todo.popleft()._prev:
            if child not in waits:
                waits[child] = 0
                todo.append(child)
            waits[child] += 1
    todo.append(root)
    while todo:
        node = todo.popleft()
        yield node
        for child in node._prev:
            waits[child] -= 1
            if not waits[child]:
                todo.append(child)


def build_topo(v, visited, topo):
    topo.extend(reversed(list(consumers_first(v))))
    visited.update(topo)


def zero_grad(root):
    for node in consumers_first(root):
        node.grad = 0.0
