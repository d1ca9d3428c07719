"""Every rule is a generator that sleeps until a gradient is sent into it, and answers with
what its inputs get. The order comes from counting consumers."""
import math


def wake(generator):
    next(generator)
    return generator


def silent():
    while True:
        yield ()


def adding(a, b, sign):
    answer = None
    while True:
        g = yield answer
        answer = (a, g), (b, sign * g)


def multiplying(a, b):
    answer = None
    while True:
        g = yield answer
        answer = (a, g * b.data), (b, g * a.data)


def dividing(a, b, quotient):
    answer = None
    while True:
        g = yield answer
        answer = (a, g / b.data), (b, -g * quotient / b.data)


def scaling(a, slope):
    answer = None
    while True:
        g = yield answer
        answer = ((a, g * slope),)


class Value:
    def __init__(self, data, _prev=(), sleeper=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = wake(sleeper if sleeper is not None else silent())

    def __add__(self, other):
        other = of(other)
        return Value(self.data + other.data, (self, other), adding(self, other, 1.0))

    def __sub__(self, other):
        other = of(other)
        return Value(self.data - other.data, (self, other), adding(self, other, -1.0))

    def __mul__(self, other):
        other = of(other)
        return Value(self.data * other.data, (self, other), multiplying(self, other))

    def __truediv__(self, other):
        other = of(other)
        quotient = self.data / other.data
        return Value(quotient, (self, other), dividing(self, other, quotient))

    def __neg__(self):
        return Value(-self.data, (self,), scaling(self, -1.0))

    def __pow__(self, n):
        if n == 0:
            slope = 0.0
        elif self.data == 0 and n < 1:
            slope = math.inf
        else:
            slope = n * self.data ** (n - 1)
        return Value(self.data ** n, (self,), scaling(self, slope))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), scaling(self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), scaling(self, e))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), scaling(self, 1.0))
        return Value(0.0, (self,), scaling(self, 0.0))

    def __radd__(self, other):
        return of(other) + self

    def __rsub__(self, other):
        return of(other) - self

    def __rmul__(self, other):
        return of(other) * self

    def __rtruediv__(self, other):
        return of(other) / self

    def backward(self):
        purse = {self: 1.0}
        for node in from_root(self):
            g = purse.pop(node)
            node.grad = g if node._prev else node.grad + g
            for inp, share in node._backward.send(g):
                purse[inp] = purse.get(inp, 0.0) + share


def of(x):
    return x if isinstance(x, Value) else Value(float(x))


def from_root(root):
    open_ends = {root: 0}
    line = [root]
    for node in line:
        for inp in node._prev:
            if inp not in open_ends:
                open_ends[inp] = 0
                line.append(inp)
            open_ends[inp] += 1
    line = [root]
    for node in line:
        yield node
        for inp in node._prev:
            open_ends[inp] -= 1
            if not open_ends[inp]:
                line.append(inp)


def build_topo(v, visited, topo):
    topo[:] = list(from_root(v))[::-1]


def zero_grad(root):
    for node in from_root(root):
        node.grad = 0.0
