"""The exam: one class for every operation."""

import math


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data):
        self.data, self.grad, self._prev = float(data), 0.0, ()

    def slopes(self):
        return ()

    def _backward(self):
        upstream = self.grad
        for node, slope in zip(self._prev, self.slopes()):
            node.grad = node.grad + slope * upstream

    def __add__(self, other):
        return Sum(self, wrap(other))

    def __radd__(self, other):
        return Sum(wrap(other), self)

    def __sub__(self, other):
        return Difference(self, wrap(other))

    def __rsub__(self, other):
        return Difference(wrap(other), self)

    def __mul__(self, other):
        return Product(self, wrap(other))

    def __rmul__(self, other):
        return Product(wrap(other), self)

    def __truediv__(self, other):
        return Quotient(self, wrap(other))

    def __rtruediv__(self, other):
        return Quotient(wrap(other), self)

    def __isub__(self, other):
        if isinstance(other, Value):
            return self - other
        self.data -= other  # a step of training
        return self

    def __neg__(self):
        return Minus(self)

    def __pow__(self, n):
        return Power(self, exponent=n)

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
            if isinstance(node, Result):
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


class Result(Value):
    def __init__(self, *inputs, **more):
        self.__dict__.update(more)
        self._prev, self.grad = inputs, 0.0
        self.data = self.value(*(node.data for node in inputs))


class Sum(Result):
    value = staticmethod(lambda x, y: x + y)

    def slopes(self):
        return 1.0, 1.0


class Difference(Result):
    value = staticmethod(lambda x, y: x - y)

    def slopes(self):
        return 1.0, -1.0


class Product(Result):
    value = staticmethod(lambda x, y: x * y)

    def slopes(self):
        x, y = self._prev
        return y.data, x.data


class Quotient(Result):
    value = staticmethod(lambda x, y: x / y)

    def slopes(self):
        _, y = self._prev
        return 1.0 / y.data, -self.data / y.data


class Minus(Result):
    value = staticmethod(lambda x: -x)

    def slopes(self):
        return (-1.0,)


class Power(Result):
    def value(self, x, n=None):
        n = self.exponent if n is None else n
        try:
            return x**n
        except OverflowError:
            return math.copysign(math.inf, x) if n % 2 == 1 else math.inf

    def slopes(self):
        n = self.exponent
        return (n * self.value(self._prev[0].data, n - 1) if n != 0 else 0.0,)


class Tanh(Result):
    value = staticmethod(math.tanh)

    def slopes(self):
        return ((1.0 - self.data) * (1.0 + self.data),)


class Exp(Result):
    value = staticmethod(math.exp)

    def slopes(self):
        return (self.data,)


class Relu(Result):
    value = staticmethod(lambda x: x if x > 0.0 else 0.0)

    def slopes(self):
        return (1.0 if self.data > 0.0 else 0.0,)


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, inputs = stack[-1]
        for below in inputs:
            if below not in visited:
                visited.add(below)
                stack.append((below, iter(below._prev)))
                break
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
