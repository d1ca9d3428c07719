"""A node is a closure that answers messages. The class only passes attributes on to it."""

import math


def person(number, inputs, op):
    """Make the closure: ask(name) reads, ask(name, value) writes."""
    gradient = 0.0
    rule = None

    def ask(name, *news):
        nonlocal number, gradient, rule, op
        if name == "_prev":
            return inputs
        if name == "accept":
            gradient += news[0]
            return gradient
        if name == "send":
            for below, slope in rule():
                below("accept", slope * gradient)
            return None
        if name == "data":
            if news:
                (number,) = news
            return number
        if name == "grad":
            if news:
                (gradient,) = news
            return gradient
        if name == "_backward":
            if news:
                (rule,) = news
            return rule
        if name == "_op":
            if news:
                (op,) = news
            return op
        raise AttributeError(name)

    return ask


class Value:
    __slots__ = ("ask", "__weakref__")

    def __init__(self, data, _prev=(), _op=""):
        object.__setattr__(self, "ask", person(data, tuple(_prev), _op))

    def __getattr__(self, name):
        return self.ask(name)

    def __setattr__(self, name, value):
        self.ask(name, value)

    def __call__(self, *message):
        return self.ask(*message)


def value(x):
    return x if isinstance(x, Value) else Value(x)


def linked(number, op, *pairs):
    out = Value(number, (below for below, _ in pairs), op)
    out._backward = lambda: pairs
    return out


def method(name):
    def hang(function):
        setattr(Value, name, function)
        return function

    return hang


@method("__add__")
def add(a, b):
    b = value(b)
    return linked(a.data + b.data, "+", (a, 1.0), (b, 1.0))


@method("__sub__")
def sub(a, b):
    b = value(b)
    return linked(a.data - b.data, "-", (a, 1.0), (b, -1.0))


@method("__mul__")
def mul(a, b):
    b = value(b)
    x, y = a.data, b.data
    return linked(x * y, "*", (a, y), (b, x))


@method("__truediv__")
def div(a, b):
    b = value(b)
    x, y = a.data, b.data
    return linked(x / y, "/", (a, 1.0 / y), (b, -(x / y) / y))


method("__radd__")(lambda a, b: add(value(b), a))
method("__rsub__")(lambda a, b: sub(value(b), a))
method("__rmul__")(lambda a, b: mul(value(b), a))
method("__rtruediv__")(lambda a, b: div(value(b), a))


@method("__neg__")
def neg(a):
    return linked(-a.data, "neg", (a, -1.0))


@method("__pow__")
def power(a, n):
    x = a.data
    return linked(x**n, "**", (a, n * x ** (n - 1) if n else 0.0))


@method("tanh")
def tanh(a):
    t = math.tanh(a.data)
    return linked(t, "tanh", (a, 1.0 - t * t))


@method("exp")
def exp(a):
    e = math.exp(a.data)
    return linked(e, "exp", (a, e))


@method("relu")
def relu(a):
    x = a.data
    return linked(x, "relu", (a, 1.0)) if x > 0 else linked(0.0, "relu", (a, 0.0))


@method("backward")
def backward(root):
    topo = []
    build_topo(root, set(), topo)
    inner = [node for node in topo if node._prev]
    for node in inner:
        node("grad", 0.0)
    root("accept", 1.0)
    while inner:
        inner.pop()("send")


def build_topo(v, visited, topo):
    def go_down(node):
        if node not in visited:
            visited.add(node)
            later.append((topo.append, node))
            later.extend((go_down, below) for below in node("_prev"))

    later = [(go_down, v)]
    while later:
        step, node = later.pop()
        step(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node("grad", 0.0)
