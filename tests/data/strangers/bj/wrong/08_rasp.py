"""My engine. The arithmetic is in plain functions, the class only calls them."""

import math

EXPS = {}


def value_of(x):
    return x if isinstance(x, Value) else Value(x)


def node(data, op, *edges):
    out = Value(data, [source for source, _ in edges], op)

    def rule():
        for source, slope in edges:
            source.grad += slope * out.grad

    out._backward = rule
    return out


def add(a, b):
    a, b = value_of(a), value_of(b)
    return node(a.data + b.data, "add", (a, 1.0), (b, 1.0))


def sub(a, b):
    a, b = value_of(a), value_of(b)
    return node(a.data - b.data, "sub", (a, 1.0), (b, -1.0))


def mul(a, b):
    a, b = value_of(a), value_of(b)
    return node(a.data * b.data, "mul", (a, b.data), (b, a.data))


def div(a, b):
    a, b = value_of(a), value_of(b)
    return node(a.data / b.data, "div", (a, 1 / b.data), (b, -a.data / b.data**2))


def neg(a):
    return node(-a.data, "neg", (a, -1.0))


def power(a, n):
    if n == 0:
        return node(1.0, "pow", (a, 0.0))
    return node(a.data**n, "pow", (a, n * a.data ** (n - 1)))


def tanh(a):
    t = math.tanh(a.data)
    return node(t, "tanh", (a, 1.0 - t * t))


def exp(a):
    known = EXPS.get(a.data)
    if known is None:
        e = math.exp(a.data)
        known = EXPS[a.data] = node(e, "exp", (a, e))
    return known


def relu(a):
    return node(max(a.data, 0.0), "relu", (a, 1.0 if a.data > 0 else 0.0))


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = list(_prev)
        self._op = _op
        self._backward = lambda: None

    def __add__(self, other):
        return add(self, other)

    def __radd__(self, other):
        return add(other, self)

    def __sub__(self, other):
        return sub(self, other)

    def __rsub__(self, other):
        return sub(other, self)

    def __mul__(self, other):
        return mul(self, other)

    def __rmul__(self, other):
        return mul(other, self)

    def __truediv__(self, other):
        return div(self, other)

    def __rtruediv__(self, other):
        return div(other, self)

    def __neg__(self):
        return neg(self)

    def __pow__(self, n):
        return power(self, n)

    def tanh(self):
        return tanh(self)

    def exp(self):
        return exp(self)

    def relu(self):
        return relu(self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for v in topo:
            if len(v._prev) > 0:
                v.grad = 0.0
        self.grad += 1.0
        for v in reversed(topo):
            v._backward()


def build_topo(v, visited, topo):
    ENTER, LEAVE = 0, 1
    plan = [(ENTER, v)]
    while plan:
        what, here = plan.pop()
        if what == LEAVE:
            topo.append(here)
        elif here not in visited:
            visited.add(here)
            plan.append((LEAVE, here))
            for source in here._prev:
                plan.append((ENTER, source))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for v in topo:
        v.grad = 0.0
