"""Exercise 13. The class is only a record; the operators are functions put into it below."""

import math


class Value:
    """A number with inputs, and with the slope of the number for each of these."""

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    def _backward(self, received):
        g = received[self]
        for i, node in enumerate(self._prev):
            received[node] = received.get(node, 0.0) + self._slopes[i] * g

    def backward(self):
        order = []
        build_topo(self, set(), order)
        received = {self: 1.0}
        for node in reversed(order):
            node._backward(received)
        for node in order:
            if node._prev:
                node.grad = received[node]
            else:
                node.grad += received[node]


# ---- operations on two nodes ----


def add(x, y):
    return Value(x.data + y.data, (x, y), (1.0, 1.0))


def sub(x, y):
    return Value(x.data - y.data, (x, y), (1.0, -1.0))


def mul(x, y):
    return Value(x.data * y.data, (x, y), (y.data, x.data))


def truediv(x, y):
    return Value(x.data / y.data, (x, y), (1.0 / y.data, -x.data / (y.data * y.data)))


# ---- operations on one node ----


def neg(x):
    return Value(-x.data, (x,), (-1.0,))


def power(x, n):
    slope = n * x.data ** (n - 1) if x.data else 0.0
    return Value(x.data**n, (x,), (slope,))


def tanh(x):
    t = math.tanh(x.data)
    return Value(t, (x,), (1.0 - t * t,))


def exp(x):
    e = math.exp(x.data)
    return Value(e, (x,), (e,))


def relu(x):
    if x.data > 0:
        return Value(x.data, (x,), (1.0,))
    return Value(0.0, (x,), (0.0,))


# ---- into the class ----


def wrapped(x):
    return x if isinstance(x, Value) else Value(float(x))


def install(function):
    name = function.__name__

    def forward(self, other):
        return function(self, wrapped(other))

    def reflected(self, other):
        return function(wrapped(other), self)

    setattr(Value, f"__{name}__", forward)
    setattr(Value, f"__r{name}__", reflected)


for operation in (add, sub, mul, truediv):
    install(operation)

Value.__neg__ = neg
Value.__pow__ = power
Value.tanh = tanh
Value.exp = exp
Value.relu = relu


# ---- the graph ----


def build_topo(v, visited, topo):
    agenda = [(v, True)]
    while agenda:
        node, fresh = agenda.pop()
        if not fresh:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            agenda.append((node, False))
            for p in node._prev:
                if p not in visited:
                    agenda.append((p, True))


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
