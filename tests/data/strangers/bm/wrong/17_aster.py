import functools
import math


def primitive(rule):
    """Make a method of nodes out of a function of numbers that gives (value, slopes)."""

    @functools.wraps(rule)
    def method(self, other=None):
        if other is not None and not isinstance(other, Value):
            other = Value(other)
        inputs = tuple(p for p in (self, other) if p is not None)
        value, *slopes = rule(*(p.data for p in inputs))
        out = Value(value)
        out._prev = inputs

        def _backward():
            for p, slope in zip(inputs, slopes):
                p.grad += slope * out.grad

        out._backward = _backward
        return out

    return method


def mirrored(method):
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

    @primitive
    def __add__(x, y):
        return x + y, 1.0, 1.0

    @primitive
    def __sub__(x, y):
        return x - y, 1.0, -1.0

    @primitive
    def __mul__(x, y):
        return x * y, y, x

    @primitive
    def __truediv__(x, y):
        return x / y, 1.0 / y, -x / y / y

    __radd__ = mirrored(__add__)
    __rsub__ = mirrored(__sub__)
    __rmul__ = mirrored(__mul__)
    __rtruediv__ = mirrored(__truediv__)

    @primitive
    def __neg__(x):
        return -x, -1.0

    def __pow__(self, n):
        @primitive
        def power(x):
            return x**n, n * x ** (n - 1) if n != 0 else 0.0

        return power(self)

    @primitive
    def tanh(x):
        e = math.exp(2 * x)
        t = (e - 1) / (e + 1)
        return t, 1.0 - t * t

    @primitive
    def exp(x):
        e = math.exp(x)
        return e, e

    @primitive
    def relu(x):
        return (x, 1.0) if x > 0 else (0.0, 0.0)

    def backward(self):
        line = []
        build_topo(self, set(), line)
        for node in line:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        line.reverse()
        for node in line:
            node._backward()


def build_topo(v, visited, topo):
    plan = [("enter", v)]
    while plan:
        what, node = plan.pop()
        if what == "leave":
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            plan.append(("leave", node))
            plan.extend(("enter", p) for p in node._prev)


def zero_grad(root):
    line = []
    build_topo(root, set(), line)
    for node in line:
        node.grad = 0.0
