"""exam, engine. I made the operators plain functions and hang them on the class at the end."""
from math import tanh as _tanh, exp as _exp

_constants = {}


def constant(number):
    # the same few numbers (2, 0.5, -1) come again and again, one node each is enough
    key = f"{number:g}"
    node = _constants.get(key)
    if node is None:
        node = _constants[key] = Value(number)
    return node


def node_of(x):
    if isinstance(x, Value):
        return x
    return constant(x)


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward or (lambda g: None)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if len(v._prev) > 0:
                v.grad = 0.0
        self.grad += 1.0
        while topo:
            v = topo.pop()
            v._backward(v.grad)

    def __repr__(self):
        return "Value(data=%r)" % self.data


def add(a, b):
    a, b = node_of(a), node_of(b)

    def rule(g):
        a.grad += g
        b.grad += g

    return Value(a.data + b.data, (a, b), rule)


def sub(a, b):
    a, b = node_of(a), node_of(b)

    def rule(g):
        a.grad += g
        b.grad -= g

    return Value(a.data - b.data, (a, b), rule)


def mul(a, b):
    a, b = node_of(a), node_of(b)

    def rule(g):
        a.grad += g * b.data
        b.grad += g * a.data

    return Value(a.data * b.data, (a, b), rule)


def div(a, b):
    a, b = node_of(a), node_of(b)

    def rule(g):
        a.grad += g / b.data
        b.grad -= g * a.data / b.data ** 2

    return Value(a.data / b.data, (a, b), rule)


def power(a, n):
    def rule(g):
        if n == 0:
            return
        a.grad += g * n * a.data ** (n - 1)

    return Value(a.data ** n, (a,), rule)


def tanh(a):
    y = _tanh(a.data)

    def rule(g):
        a.grad += g * (1.0 - y ** 2)

    return Value(y, (a,), rule)


def exp(a):
    y = _exp(a.data)

    def rule(g):
        a.grad += g * y

    return Value(y, (a,), rule)


def relu(a):
    on = a.data > 0

    def rule(g):
        if on:
            a.grad += g

    return Value(a.data if on else 0.0, (a,), rule)


Value.__add__ = add
Value.__radd__ = lambda self, other: add(other, self)
Value.__sub__ = sub
Value.__rsub__ = lambda self, other: sub(other, self)
Value.__mul__ = mul
Value.__rmul__ = lambda self, other: mul(other, self)
Value.__truediv__ = div
Value.__rtruediv__ = lambda self, other: div(other, self)
Value.__pow__ = power
Value.__neg__ = lambda self: mul(self, -1)
Value.tanh = tanh
Value.exp = exp
Value.relu = relu


def build_topo(v, visited, topo):
    todo = [(False, v)]
    while todo:
        finished, node = todo.pop()
        if finished:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        todo.append((True, node))
        for p in node._prev:
            if p not in visited:
                todo.append((False, p))
    return topo


def zero_grad(root):
    for node in build_topo(root, set(), []):
        node.grad = 0.0
