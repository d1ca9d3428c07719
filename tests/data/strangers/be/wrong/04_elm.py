"""An engine with one class for each operator."""

import math
import weakref


class Value:
    _op = ""
    _inner = weakref.WeakSet()  # the nodes that hold no gradient of their own

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        if _op:
            self._op = _op
        if self._prev:
            Value._inner.add(self)

    def _backward(self):
        """A leaf has nothing to pass on."""

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
        return Difference(0.0, self)

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
        for node in Value._inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


class Binary(Value):
    def __init__(self, left, right):
        self.left, self.right = wrap(left), wrap(right)
        super().__init__(self.value(self.left.data, self.right.data), (self.left, self.right))


class Sum(Binary):
    _op = "+"

    def value(self, a, b):
        return a + b

    def _backward(self):
        self.left.grad += self.grad
        self.right.grad += self.grad


class Difference(Binary):
    _op = "-"

    def value(self, a, b):
        return a - b

    def _backward(self):
        self.left.grad += self.grad
        self.right.grad -= self.grad


class Product(Binary):
    _op = "*"

    def value(self, a, b):
        return a * b

    def _backward(self):
        self.left.grad += self.grad * self.right.data
        self.right.grad += self.grad * self.left.data


class Quotient(Binary):
    _op = "/"

    def value(self, a, b):
        return a / b

    def _backward(self):
        self.left.grad += self.grad / self.right.data
        self.right.grad -= self.grad * self.data / self.right.data


class Power(Value):
    _op = "**"

    def __init__(self, base, n):
        self.base, self.n = base, n
        super().__init__(base.data**n, (base,))

    def _backward(self):
        if self.n:
            self.base.grad += self.grad * self.n * self.base.data ** (self.n - 1)


class Unary(Value):
    def __init__(self, x):
        self.x = x
        super().__init__(self.value(x.data), (x,))


class Tanh(Unary):
    _op = "tanh"
    value = staticmethod(math.tanh)

    def _backward(self):
        self.x.grad += self.grad * (1.0 - self.data**2)


class Exp(Unary):
    _op = "exp"

    def value(self, x):
        return math.exp(x)

    def _backward(self):
        self.x.grad += self.grad * self.data


class Relu(Unary):
    _op = "relu"

    def value(self, x):
        return max(x, 0.0)

    def _backward(self):
        if self.x.data > 0:
            self.x.grad += self.grad


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, list(v._prev))]
    while path:
        node, left = path[-1]
        if not left:
            topo.append(node)
            path.pop()
            continue
        below = left.pop()
        if below not in visited:
            visited.add(below)
            path.append((below, list(below._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
