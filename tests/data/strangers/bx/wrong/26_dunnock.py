"""Exercise 13: every operation is a class of its own."""

import math


class Value:
    """A leaf, and what all the others have in common."""

    restarts = False

    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev

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
        return Product(-1.0, self)

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
            if node.restarts:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


class Result(Value):
    """The result of an operation."""

    restarts = True


class Binary(Result):
    def __init__(self, a, b):
        a = a if isinstance(a, Value) else Value(float(a))
        b = b if isinstance(b, Value) else Value(float(b))
        super().__init__(self.number(a.data, b.data), (a, b))

    def _backward(self):
        a, b = self._prev
        to_a, to_b = self.slopes(a.data, b.data)
        a.grad += to_a * self.grad
        b.grad += to_b * self.grad


class Unary(Value):
    def __init__(self, a):
        super().__init__(self.number(a.data), (a,))

    def _backward(self):
        (a,) = self._prev
        a.grad += self.slope(a.data) * self.grad


class Sum(Binary):
    def number(self, a, b):
        return a + b

    def slopes(self, a, b):
        return 1.0, 1.0


class Difference(Binary):
    def number(self, a, b):
        return a - b

    def slopes(self, a, b):
        return 1.0, -1.0


class Product(Binary):
    def number(self, a, b):
        return a * b

    def slopes(self, a, b):
        return b, a


class Quotient(Binary):
    def number(self, a, b):
        return a / b

    def slopes(self, a, b):
        return 1.0 / b, -self.data / b


class Power(Unary):
    def __init__(self, a, n):
        self.n = n
        super().__init__(a)

    def number(self, a):
        return a**self.n

    def slope(self, a):
        return self.n * a ** (self.n - 1) if self.n != 0 else 0.0


class Tanh(Unary):
    number = staticmethod(math.tanh)

    def slope(self, a):
        return 1.0 - self.data**2


class Exp(Unary):
    number = staticmethod(math.exp)

    def slope(self, a):
        return self.data


class Relu(Unary):
    def number(self, a):
        return max(0.0, a)

    def slope(self, a):
        return 1.0 if a > 0 else 0.0


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, list(v._prev))]
    while path:
        node, left = path[-1]
        if not left:
            topo.append(node)
            path.pop()
            continue
        child = left.pop()
        if child not in visited:
            visited.add(child)
            path.append((child, list(child._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
