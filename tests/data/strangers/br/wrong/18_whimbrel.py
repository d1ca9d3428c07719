"""Engine for the exam. The operators are plain functions; decorators hang them on the class."""

import math


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    def __repr__(self):
        return f"Value({self.data:.6g}, grad={self.grad:.6g})"

    def _backward(self):
        for source, slope in zip(self._prev, self._slopes):
            source.grad += slope * self.grad

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), (slope,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def run(f, *operands):
    """f works on numbers and returns the value and one slope per operand."""
    inputs = tuple(x if isinstance(x, Value) else Value(x) for x in operands)
    value, *slopes = f(*(x.data for x in inputs))
    return Value(value, inputs, tuple(slopes))


def binary(name):
    def hang(f):
        def method(self, other):
            return run(f, self, other)

        def reflected(self, other):
            return run(f, self, other)

        setattr(Value, f"__{name}__", method)
        setattr(Value, f"__r{name}__", reflected)
        return f

    return hang


def unary(name):
    def hang(f):
        def method(self):
            return run(f, self)

        setattr(Value, name, method)
        return f

    return hang


@binary("add")
def add(x, y):
    return x + y, 1.0, 1.0


@binary("sub")
def sub(x, y):
    return x - y, 1.0, -1.0


@binary("mul")
def mul(x, y):
    return x * y, y, x


@binary("truediv")
def div(x, y):
    return x / y, 1.0 / y, -x / y**2


@unary("__neg__")
def neg(x):
    return -x, -1.0


@unary("tanh")
def tanh(x):
    t = math.tanh(x)
    return t, 1.0 - t * t


@unary("exp")
def exp(x):
    e = math.exp(x)
    return e, e


@unary("relu")
def relu(x):
    if x > 0:
        return x, 1.0
    return 0.0, 0.0


def build_topo(v, visited, topo):
    path = []
    visited.add(v)
    path.append((v, iter(v._prev)))
    while path:
        node, inputs = path[-1]
        x = next(inputs, None)
        if x is None:
            topo.append(node)
            path.pop()
        elif x not in visited:
            visited.add(x)
            path.append((x, iter(x._prev)))


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
