"""Engine with two decorators that turn plain formulas into methods."""

import functools
import math


def unary(formula):
    """formula(x) gives the value and the slope."""

    @functools.wraps(formula)
    def method(self):
        y, slope = formula(self.data)
        out = Value(y, (self,))

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    return method


def binary(formula):
    """formula(x, y) gives the value and both slopes; makes the method and its reflection."""

    def node(a, b):
        z, slope_a, slope_b = formula(a.data, b.data)
        out = Value(z, (a, b))

        def _backward():
            a.grad += slope_a * out.grad
            b.grad += slope_b * out.grad

        out._backward = _backward
        return out

    def lift(x):
        return x if isinstance(x, Value) else Value(x)

    def straight(self, other):
        return node(self, lift(other))

    def reflected(self, other):
        return node(lift(other), self)

    return straight, reflected


@binary
def plus(x, y):
    return x + y, 1.0, 1.0


@binary
def minus(x, y):
    return x - y, 1.0, -1.0


@binary
def times(x, y):
    return x * y, y, x


@binary
def over(x, y):
    return x / y, 1.0 / y, -x / y**2


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None

    __add__, __radd__ = plus
    __sub__, __rsub__ = minus
    __mul__, __rmul__ = times
    __truediv__, __rtruediv__ = over

    def __pow__(self, n):
        return unary(lambda x: (x**n, n * x ** (n - 1) if n != 0 else 0.0))(self)

    @unary
    def __neg__(x):
        return -x, -1.0

    @unary
    def exp(x):
        y = math.exp(x)
        return y, y

    @unary
    def tanh(x):
        y = math.tanh(x)
        return y, 1.0 - y * y

    @unary
    def relu(x):
        y = max(x, 0.0)
        return y, 1.0 if y == x else 0.0

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
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
