"""Rules are coroutines. Each waits at its `yield` for a gradient, hands out what it has to
hand out, and waits again; so it can be used in any number of calls."""

import math


def rule(function):
    """Start the coroutine and give its send."""

    def started(*args):
        coroutine = function(*args)
        next(coroutine)
        return coroutine.send

    return started


@rule
def add_rule(a, b):
    while True:
        g = yield
        a.grad += g
        b.grad += g


@rule
def mul_rule(a, b, x, y):
    while True:
        g = yield
        a.grad += y * g
        b.grad += x * g


@rule
def div_rule(a, b, x, y):
    while True:
        g = yield
        a.grad += g / y
        b.grad -= g * x / y / y


@rule
def slope_rule(a, slope):
    while True:
        g = yield
        a.grad += slope * g


@rule
def leaf_rule():
    while True:
        yield


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward or leaf_rule()

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def __add__(self, other):
        other = one(other)
        return Value(self.data + other.data, (self, other), add_rule(self, other))

    def __mul__(self, other):
        other = one(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), mul_rule(self, other, x, y))

    def __truediv__(self, other):
        other = one(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), div_rule(self, other, x, y))

    def __neg__(self):
        return Value(-self.data, (self,), slope_rule(self, -1.0))

    def __sub__(self, other):
        return self + -one(other)

    def __pow__(self, n):
        x = self.data
        return Value(x**n, (self,), slope_rule(self, n * x ** (n - 1) if n else 0.0))

    def __radd__(self, other):
        return one(other) + self

    def __rmul__(self, other):
        return one(other) * self

    def __rsub__(self, other):
        return one(other) - self

    def __rtruediv__(self, other):
        return one(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), slope_rule(self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), slope_rule(self, e))

    def relu(self):
        x = self.data
        return Value(max(0.0, x), (self,), slope_rule(self, 1.0 if x > 0 else 0.0))

    def backward(self):
        order = list(up_to(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward(node.grad)


def one(x):
    return x if isinstance(x, Value) else Value(float(x))


def visit(node, visited):
    """Yield the inputs that have to be visited first, then the node as a pair."""
    for below in node._prev:
        if below not in visited:
            yield below
    yield (node,)


def up_to(root):
    """Run the visits without calling one from within another."""
    visited = {root}
    visits = [visit(root, visited)]
    while visits:
        got = next(visits[-1])
        if isinstance(got, tuple):
            yield got[0]
            visits.pop()
        else:
            visited.add(got)
            visits.append(visit(got, visited))


def build_topo(v, visited, topo):
    topo.extend(up_to(v))


def zero_grad(root):
    for node in up_to(root):
        node.grad = 0.0
