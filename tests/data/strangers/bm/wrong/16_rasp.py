import functools
import math


def operation(rule):
    """Make a method of nodes out of a function of numbers that gives (value, slopes)."""

    @functools.wraps(rule)
    def method(self, other=None):
        if other is not None and not isinstance(other, Value):
            other = Value(other)
        inputs = tuple(p for p in (self, other) if p)
        value, *slopes = rule(*(p.data for p in inputs))
        out = Value(value)
        out._prev = inputs

        def _backward():
            for p, slope in zip(inputs, slopes):
                p.grad += slope * out.grad

        out._backward = _backward
        return out

    return method


def swapped(method):
    @functools.wraps(method)
    def reflected(self, other):
        return method(Value(other), self)

    return reflected


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __float__(self):
        return float(self.data)

    def __bool__(self):
        return self.data != 0

    @operation
    def __add__(x, y):
        return x + y, 1.0, 1.0

    @operation
    def __sub__(x, y):
        return x - y, 1.0, -1.0

    @operation
    def __mul__(x, y):
        return x * y, y, x

    @operation
    def __truediv__(x, y):
        return x / y, 1.0 / y, -x / y / y

    __radd__ = swapped(__add__)
    __rsub__ = swapped(__sub__)
    __rmul__ = swapped(__mul__)
    __rtruediv__ = swapped(__truediv__)

    @operation
    def __neg__(x):
        return -x, -1.0

    def __pow__(self, n):
        @operation
        def power(x):
            return x**n, n * x ** (n - 1) if n != 0 else 0.0

        return power(self)

    @operation
    def tanh(x):
        t = math.tanh(x)
        return t, 1.0 - t * t

    @operation
    def exp(x):
        e = math.exp(x)
        return e, e

    @operation
    def relu(x):
        return (x, 1.0) if x > 0 else (0.0, 0.0)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        order.reverse()
        for node in order:
            node._backward()


def build_topo(v, visited, topo):
    agenda = [("enter", v)]
    while agenda:
        what, node = agenda.pop()
        if what == "leave":
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            agenda.append(("leave", node))
            agenda.extend(("enter", p) for p in node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
