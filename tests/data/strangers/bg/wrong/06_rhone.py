"""Leaves are Values; what is computed is a Value of a subclass that knows its rule."""

import math


class Value:
    _prev = ()

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        if _prev:
            self._prev = tuple(_prev)
        self._op = _op

    def _backward(self):
        pass

    def __add__(self, other):
        return Sum(self, other)

    def __radd__(self, other):
        return Sum(other, self)

    def __sub__(self, other):
        return Sum(self, Negative(node(other)))

    def __rsub__(self, other):
        return Sum(other, Negative(self))

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
        if self.data > 0.0:
            return self
        return Off(self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for n in order:
            if isinstance(n, Result):
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(order):
            n._backward()


def node(x):
    return x if isinstance(x, Value) else Value(float(x))


class Result(Value):
    pass


class Two(Result):
    def __init__(self, a, b):
        a, b = node(a), node(b)
        super().__init__(self.compute(a.data, b.data), (a, b), type(self).__name__)

    def _backward(self):
        a, b = self._prev
        da, db = self.slopes(a.data, b.data)
        a.grad += da * self.grad
        b.grad += db * self.grad


class Sum(Two):
    def compute(self, a, b):
        return a + b

    def slopes(self, a, b):
        return 1.0, 1.0


class Product(Two):
    def compute(self, a, b):
        return a * b

    def slopes(self, a, b):
        return b, a


class Quotient(Two):
    def compute(self, a, b):
        return a / b

    def slopes(self, a, b):
        return 1.0 / b, -self.data / b


class One(Result):
    def __init__(self, a):
        super().__init__(self.compute(a.data), (a,), type(self).__name__)

    def _backward(self):
        (a,) = self._prev
        a.grad += self.slope(a.data) * self.grad


class Negative(One):
    def compute(self, a):
        return -a

    def slope(self, a):
        return -1.0


class Power(One):
    def __init__(self, a, n):
        self.n = n
        super().__init__(a)

    def compute(self, a):
        return a**self.n

    def slope(self, a):
        return self.n * a ** (self.n - 1) if self.n else 0.0


class Tanh(One):
    def compute(self, a):
        return math.tanh(a)

    def slope(self, a):
        return 1.0 - self.data * self.data


class Exp(One):
    def compute(self, a):
        return math.exp(a)

    def slope(self, a):
        return self.data


class Off(One):
    """What relu makes of a number that is not positive."""

    def compute(self, a):
        return 0.0

    def slope(self, a):
        return 0.0


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, list(v._prev))]
    while stack:
        n, waiting = stack[-1]
        if not waiting:
            topo.append(n)
            stack.pop()
            continue
        source = waiting.pop()
        if source not in visited:
            visited.add(source)
            stack.append((source, list(source._prev)))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for n in order:
        n.grad = 0.0
