"""A graph never changes once it is built, so the order below a root is worked out once."""

import math


class Rule:
    """What a node owes to its inputs: inputs and slopes, kept side by side."""

    __slots__ = ("out", "inputs", "slopes")

    def __init__(self, out, inputs, slopes):
        self.out, self.inputs, self.slopes = out, inputs, slopes

    def __call__(self):
        g = self.out.grad
        for node, slope in zip(self.inputs, self.slopes):
            node.grad += slope * g


class Value:
    def __init__(self, data, _prev=(), _op="", _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._order = None
        self._backward = Rule(self, _prev, _slopes)

    def __add__(self, other):
        other = promote(other)
        return Value(self.data + other.data, (self, other), "+", (1.0, 1.0))

    def __mul__(self, other):
        other = promote(other)
        return Value(self.data * other.data, (self, other), "*", (other.data, self.data))

    def __sub__(self, other):
        other = promote(other)
        return Value(self.data - other.data, (self, other), "-", (1.0, -1.0))

    def __truediv__(self, other):
        other = promote(other)
        q = self.data / other.data
        return Value(q, (self, other), "/", (1.0 / other.data, -q / other.data))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), "**", (slope,))

    def __neg__(self):
        return Value(-self.data, (self,), "neg", (-1.0,))

    def __radd__(self, other):
        return promote(other) + self

    def __rmul__(self, other):
        return promote(other) * self

    def __rsub__(self, other):
        return promote(other) - self

    def __rtruediv__(self, other):
        return promote(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), "relu", (1.0,))
        return Value(0.0, (self,), "relu", (0.0,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def promote(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    if v._order is not None:
        topo.extend(v._order)
        return
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((below, False) for below in node._prev)
    v._order = topo


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
