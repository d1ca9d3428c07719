"""Exercise 13. Nodes know their inputs by links."""

import math
from weakref import ref


class Value:
    def __init__(self, data, links=()):
        self.data = data
        self.grad = 0.0
        self._links = links
        self._backward = _nothing

    @property
    def _prev(self):
        return tuple(n for n in (link() for link in self._links) if n is not None)

    def __add__(self, other):
        a, b = _link(self), _link(other)
        out = Value(a().data + b().data, (a, b))

        def rule():
            _send(a, out.grad)
            _send(b, out.grad)

        out._backward = rule
        return out

    def __sub__(self, other):
        a, b = _link(self), _link(other)
        out = Value(a().data - b().data, (a, b))

        def rule():
            _send(a, out.grad)
            _send(b, -out.grad)

        out._backward = rule
        return out

    def __mul__(self, other):
        a, b = _link(self), _link(other)
        out = Value(a().data * b().data, (a, b))

        def rule():
            _send(a, out.grad * b().data)
            _send(b, out.grad * a().data)

        out._backward = rule
        return out

    def __truediv__(self, other):
        a, b = _link(self), _link(other)
        out = Value(a().data / b().data, (a, b))

        def rule():
            _send(a, out.grad / b().data)
            _send(b, -out.grad * out.data / b().data)

        out._backward = rule
        return out

    def __pow__(self, n):
        a, x = _link(self), self.data
        out = Value(x**n, (a,))

        def rule():
            if n != 0:
                _send(a, out.grad * n * x ** (n - 1))

        out._backward = rule
        return out

    def tanh(self):
        a = _link(self)
        out = Value(math.tanh(self.data), (a,))

        def rule():
            _send(a, out.grad * (1.0 - out.data**2))

        out._backward = rule
        return out

    def exp(self):
        a = _link(self)
        out = Value(math.exp(self.data), (a,))

        def rule():
            _send(a, out.grad * out.data)

        out._backward = rule
        return out

    def relu(self):
        a = _link(self)
        out = Value(self.data if self.data > 0 else 0.0, (a,))

        def rule():
            _send(a, out.grad if out.data > 0 else 0.0)

        out._backward = rule
        return out

    def __neg__(self):
        return self * -1.0

    def __radd__(self, number):
        return self + number

    def __rsub__(self, number):
        return -self + number

    def __rmul__(self, number):
        return self * number

    def __rtruediv__(self, number):
        return self**-1 * number

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for n in order:
            if n._links:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(order):
            n._backward()


def _nothing():
    pass


def _link(x):
    if not isinstance(x, Value):
        constant = Value(x)
        return lambda: constant
    if x._links:
        return lambda: x
    return ref(x)


def _send(link, amount):
    n = link()
    if n is not None:
        n.grad += amount


def build_topo(v, visited, topo):
    stack = [(v, None)]
    while stack:
        n, inputs = stack.pop()
        if inputs is None:
            if n in visited:
                continue
            visited.add(n)
            inputs = list(n._prev)
        if inputs:
            top = inputs.pop()
            stack.append((n, inputs))
            stack.append((top, None))
        else:
            topo.append(n)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for n in order:
        n.grad = 0.0
