"""Scalar autodiff with decorated primitives.

A primitive maps plain floats to (result, pullback); `@primitive` turns it into a method.
"""
import functools
import math


def primitive(function):
    @functools.wraps(function)
    def method(*nodes):
        nodes = tuple(node if isinstance(node, Value) else Value(float(node)) for node in nodes)
        result, pullback = function(*[node.data for node in nodes])
        out = Value(result)
        out._prev = nodes
        out._backward = pullback
        return out
    return method


@primitive
def add(x, y):
    return x + y, lambda g: (g, g)


@primitive
def sub(x, y):
    return x - y, lambda g: (g, -g)


@primitive
def mul(x, y):
    return x * y, lambda g: (g * y, g * x)


@primitive
def div(x, y):
    q = x / y
    return q, lambda g: (g / y, -g * q / y)


@primitive
def neg(x):
    return -x, lambda g: (-g,)


def power(n):
    @primitive
    def raised(x):
        if n == 0:
            return 1.0, lambda g: (0.0,)
        return x ** n, lambda g: (g * n * x ** (n - 1),)
    return raised


@primitive
def tanh(x):
    t = math.tanh(x)
    return t, lambda g: (g * (1 - t * t),)


@primitive
def exp(x):
    y = math.exp(x)
    return y, lambda g: (y,)


@primitive
def relu(x):
    if x > 0:
        return x, lambda g: (g,)
    return 0.0, lambda g: (0.0,)


def flipped(binary):
    return lambda self, other: binary(other, self)


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda g: ()

    __add__, __radd__ = add, flipped(add)
    __sub__, __rsub__ = sub, flipped(sub)
    __mul__, __rmul__ = mul, flipped(mul)
    __truediv__, __rtruediv__ = div, flipped(div)
    __neg__ = neg

    def __pow__(self, n):
        return power(n)(self)

    tanh = tanh
    exp = exp
    relu = relu

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while nodes:
            node = nodes.pop()
            for parent, contribution in zip(node._prev, node._backward(node.grad)):
                parent.grad += contribution


def build_topo(v, visited, topo):
    call_stack = [iter([v])]
    path = []
    while call_stack:
        for node in call_stack[-1]:
            if node not in visited:
                visited.add(node)
                path.append(node)
                call_stack.append(iter(node._prev))
                break
        else:
            call_stack.pop()
            if path:
                topo.append(path.pop())


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
