"""Exercise 13: one class for each operation. The rules are methods of these classes.

Nodes are numbered as they are made. An input is always older than what is made of it, so
going through the reachable nodes from the newest to the oldest is a good order.
"""

import math


class Value:
    """One number, its gradient, and how it was made. On its own: a leaf."""

    made = 0

    def __init__(self, data, _prev=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._number()

    def _number(self):
        kind = type(self)
        kind.made += 1
        self.serial = kind.made

    def __repr__(self):
        return f"{type(self).__name__}#{self.serial}(data={self.data}, grad={self.grad})"

    def _backward(self):
        """A leaf has nobody to pass its gradient to."""

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

    def __neg__(self):
        return Neg(self)

    def __pow__(self, n):
        return Pow(self, n)

    def tanh(self):
        return Tanh(self)

    def exp(self):
        return Exp(self)

    def relu(self):
        return Relu(self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


class Add(Value):
    def __init__(self, a, b):
        super().__init__(a.data + b.data, (a, b))

    def _backward(self):
        for p in self._prev:
            p.grad += self.grad


class Sub(Value):
    def __init__(self, a, b):
        super().__init__(a.data - b.data, (a, b))

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad
        b.grad -= self.grad


class Mul(Value):
    def __init__(self, a, b):
        super().__init__(a.data * b.data, (a, b))

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad * b.data
        b.grad += self.grad * a.data


class Div(Value):
    def __init__(self, a, b):
        super().__init__(a.data / b.data, (a, b))

    def _backward(self):
        a, b = self._prev
        a.grad += self.grad / b.data
        b.grad -= self.grad * self.data / b.data


class Neg(Value):
    def __init__(self, a):
        super().__init__(-a.data, (a,))

    def _backward(self):
        self._prev[0].grad -= self.grad


class Pow(Value):
    def __init__(self, a, n):
        super().__init__(a.data**n, (a,))
        self.n = n

    def _backward(self):
        (a,) = self._prev
        if self.n != 0:
            a.grad += self.grad * self.n * a.data ** (self.n - 1)


class Tanh(Value):
    def __init__(self, a):
        super().__init__(math.tanh(a.data), (a,))

    def _backward(self):
        self._prev[0].grad += self.grad * (1.0 - self.data**2)


class Exp(Value):
    def __init__(self, a):
        super().__init__(math.exp(a.data), (a,))

    def _backward(self):
        self._prev[0].grad += self.grad * self.data


class Relu(Value):
    def __init__(self, a):
        super().__init__(max(a.data, 0.0), (a,))

    def _backward(self):
        if self.data > 0:
            self._prev[0].grad += self.grad


def reach(v, visited):
    """Every node under v, found with a stack."""
    stack, nodes = [v], []
    visited.add(v)
    while stack:
        node = stack.pop()
        nodes.append(node)
        for p in node._prev:
            if p not in visited:
                visited.add(p)
                stack.append(p)
    return nodes


def is_older(node):
    """Sort key: leaves in front, then by age."""
    return (bool(node._prev), node.serial)


def build_topo(v, visited, topo):
    topo.extend(sorted(reach(v, visited), key=is_older))


def zero_grad(root):
    for node in reach(root, set()):
        node.grad = 0.0
