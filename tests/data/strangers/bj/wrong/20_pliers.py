"""Each operation is a subclass of Value, so that the rule is a method."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op

    def __float__(self):
        return self.data

    def __repr__(self):
        return f"{type(self).__name__}({self.data:.6g})"

    def _backward(self):
        pass

    def restart(self):
        if self._prev:
            self.grad = 0.0

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
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.restart()
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def lift(x):
    """Plain numbers become leaves, nodes stay what they are."""
    return x if type(x) is Value else Value(float(x))


class Binary(Value):
    def __init__(self, a, b):
        # At least one of the two is a node already: Python has called its method.
        if not isinstance(a, Value):
            a = lift(a)
        else:
            b = lift(b)
        super().__init__(self.compute(a.data, b.data), (a, b), type(self).__name__)

    def _backward(self):
        a, b = self._prev
        da, db = self.slopes(a.data, b.data)
        a.grad += da * self.grad
        b.grad += db * self.grad


class Sum(Binary):
    def compute(self, a, b):
        return a + b

    def slopes(self, a, b):
        return 1.0, 1.0


class Difference(Binary):
    def compute(self, a, b):
        return a - b

    def slopes(self, a, b):
        return 1.0, -1.0


class Product(Binary):
    def compute(self, a, b):
        return a * b

    def slopes(self, a, b):
        return b, a


class Quotient(Binary):
    def compute(self, a, b):
        return a / b

    def slopes(self, a, b):
        return 1.0 / b, -a / b**2


class Unary(Value):
    def __init__(self, a):
        super().__init__(self.compute(a.data), (a,), type(self).__name__)

    def _backward(self):
        (a,) = self._prev
        a.grad += self.slope(a.data) * self.grad


class Negative(Unary):
    def compute(self, a):
        return -a

    def slope(self, a):
        return -1.0


class Power(Unary):
    def __init__(self, a, n):
        self.n = n
        super().__init__(a)

    def compute(self, a):
        return a**self.n

    def slope(self, a):
        return 0.0 if self.n == 0 else self.n * a ** (self.n - 1)


class Tanh(Unary):
    def compute(self, a):
        return math.tanh(a)

    def slope(self, a):
        return 1.0 - self.data**2


class Exp(Unary):
    def compute(self, a):
        return math.exp(a)

    def slope(self, a):
        return self.data


class Relu(Unary):
    def compute(self, a):
        return a if a > 0.0 else 0.0

    def slope(self, a):
        return 1.0 if a > 0.0 else 0.0


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((child, False) for child in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
