"""Rules are generators. A rule sleeps at its `yield`, is sent a gradient, and sleeps again."""

import math
from itertools import chain, repeat


def awake(generator_function):
    """Start the generator, so that it waits at its first yield."""

    def start(*args):
        rule = generator_function(*args)
        next(rule)
        return rule

    return start


@awake
def to_both(a, da, b, db):
    while True:
        g = yield
        a.grad += g * da
        b.grad += g * db


@awake
def to_one(a, da):
    while True:
        g = yield
        a.grad += g * da


@awake
def to_nobody():
    while True:
        yield


class Value:
    def __init__(self, data, _prev=(), _op="", _rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = set(_prev)
        self._op = _op
        self._backward = _rule or to_nobody()

    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(float(o))
        return Value(self.data + o.data, (self, o), "+", to_both(self, 1.0, o, 1.0))

    def __sub__(self, o):
        o = o if isinstance(o, Value) else Value(float(o))
        return Value(self.data - o.data, (self, o), "-", to_both(self, 1.0, o, -1.0))

    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(float(o))
        return Value(self.data * o.data, (self, o), "*", to_both(self, o.data, o, self.data))

    def __truediv__(self, o):
        o = o if isinstance(o, Value) else Value(float(o))
        ratio = self.data / o.data
        return Value(ratio, (self, o), "/", to_both(self, 1 / o.data, o, -ratio / o.data))

    __radd__ = lambda self, number: Value(float(number)) + self
    __rsub__ = lambda self, number: Value(float(number)) - self
    __rmul__ = lambda self, number: Value(float(number)) * self
    __rtruediv__ = lambda self, number: Value(float(number)) / self
    __neg__ = lambda self: Value(-self.data, {self}, "neg", to_one(self, -1.0))

    def __pow__(self, n):
        value, slope = raised(self.data, n)
        return Value(value, {self}, "pow", to_one(self, slope))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, {self}, "tanh", to_one(self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, {self}, "exp", to_one(self, e))

    def relu(self):
        up = float(self.data > 0)
        return Value(self.data if up else 0.0, {self}, "relu", to_one(self, up))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            node = topo.pop()
            node._backward.send(node.grad)


def raised(x, n):
    """x ** n, and its slope in x."""

    def attempt(k):
        try:
            return float(x) ** k
        except OverflowError:
            return math.copysign(math.inf, x) if k % 2 == 1 else math.inf

    value = attempt(n)
    if n == 0:
        return value, 0.0
    if x == 0 and n < 1:
        return value, math.inf
    return value, n * attempt(n - 1)


def build_topo(v, visited, topo):
    # (node, None) is a node to be entered, (None, node) one to be left.
    notes = [(v, None)]
    while notes:
        enter, leave = notes.pop()
        if leave is not None:
            topo.append(leave)
        elif enter not in visited:
            visited.add(enter)
            notes.extend(chain([(None, enter)], zip(enter._prev, repeat(None))))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
