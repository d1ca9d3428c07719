"""A decorator turns (value, contributions) into a node."""

import functools
import math


def node_of(x):
    return x if isinstance(x, Value) else Value(x)


def operation(formula):
    """`formula(*numbers)` gives the result and a function from g to the contributions."""

    @functools.wraps(formula)
    def method(*operands):
        inputs = tuple(node_of(x) for x in operands)
        data, spread = formula(*[x.data for x in inputs])
        out = Value(data)
        out._prev = inputs

        def _backward():
            for x, part in zip(inputs, spread(out.grad)):
                x.grad += part

        out._backward = _backward
        return out

    return method


@operation
def _add(a, b):
    return a + b, lambda g: (g, g)


@operation
def _sub(a, b):
    return a - b, lambda g: (g, -g)


@operation
def _mul(a, b):
    return a * b, lambda g: (g * b, g * a)


@operation
def _div(a, b):
    return a / b, lambda g: (g / b, -g * a / (b * b))


@operation
def _neg(a):
    return -a, lambda g: (-g,)


@operation
def _tanh(a):
    t = math.tanh(a)
    return t, lambda g: (g * (1 - t * t),)


@operation
def _exp(a):
    e = math.exp(a)
    return e, lambda g: (g * e,)


@operation
def _relu(a):
    return (a, lambda g: (g,)) if a > 0 else (0.0, lambda g: (0.0,))


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    __add__ = _add
    __sub__ = _sub
    __mul__ = _mul
    __truediv__ = _div
    __neg__ = _neg
    tanh = _tanh
    exp = _exp
    relu = _relu

    def __radd__(self, other):
        return _add(other, self)

    def __rsub__(self, other):
        return _sub(other, self)

    def __rmul__(self, other):
        return _mul(other, self)

    def __rtruediv__(self, other):
        return _div(other, self)

    def __pow__(self, n):
        n = int(n)

        @operation
        def _pow(a):
            if n == 0:
                return 1.0, lambda g: (0.0,)
            return a**n, lambda g: (g * n * a ** (n - 1),)

        return _pow(self)

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
    stack = [v]
    entered = set()
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in entered:
            visited.add(node)
            topo.append(node)
            stack.pop()
        else:
            entered.add(node)
            stack.extend(x for x in node._prev if x not in visited)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
