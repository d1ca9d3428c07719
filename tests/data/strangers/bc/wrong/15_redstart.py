"""Operators are written as free functions and hung on the class at the end."""

import math


class Value:
    """A number, its gradient, its inputs and its rule."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def backward(self):
        order = []
        build_topo(self, set(), order)
        inner = [node for node in order if node._backward is not None]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(inner):
            node._backward()


def node(x):
    return x if isinstance(x, Value) else Value(x)


def join(op, y, *edges):
    """A new node from pairs (input, slope)."""
    out = Value(y, tuple(edge[0] for edge in edges), op)

    def rule():
        for below, slope in edges:
            below.grad += slope * out.grad

    out._backward = rule
    return out


def add(a, b):
    a, b = node(a), node(b)
    return join("+", a.data + b.data, (a, 1.0), (b, 1.0))


def sub(a, b):
    a, b = node(a), node(b)
    return join("-", a.data - b.data, (a, 1.0), (b, -1.0))


def mul(a, b):
    a, b = node(a), node(b)
    return join("*", a.data * b.data, (a, b.data), (b, a.data))


def div(a, b):
    a, b = node(a), node(b)
    ratio = a.data / b.data
    return join("/", ratio, (a, 1.0 / b.data), (b, -ratio / b.data))


def power(a, n):
    return join("**", a.data**n, (a, n * a.data ** (n - 1) if n else 0.0))


def tanh(a):
    t = math.tanh(a.data)
    return join("tanh", t, (a, 1.0 - t * t))


def exp(a, _known={}):
    """e to the a."""
    if a not in _known:
        _known[a] = math.exp(a.data)
    return join("exp", _known[a], (a, _known[a]))


def relu(a):
    return join("relu", a.data, (a, 1.0)) if a.data > 0 else join("relu", 0.0, (a, 0.0))


def swapped(function):
    return lambda right, left: function(left, right)


for name, function in {"add": add, "sub": sub, "mul": mul, "truediv": div}.items():
    setattr(Value, f"__{name}__", function)
    setattr(Value, f"__r{name}__", swapped(function))
Value.__pow__ = power
Value.__neg__ = lambda a: join("neg", -a.data, (a, -1.0))
Value.tanh = lambda a: tanh(a)
Value.exp = lambda a: exp(a)
Value.relu = lambda a: relu(a)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        here, done = stack.pop()
        if done:
            topo.append(here)
        elif here not in visited:
            visited.add(here)
            stack.append((here, True))
            for below in here._prev:
                stack.append((below, False))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for here in order:
        here.grad = 0.0
