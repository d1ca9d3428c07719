import math
from contextlib import contextmanager


class Tape:
    running = True
    length = 0


@contextmanager
def paused():
    """Work out a number without writing on the tape."""
    before = Tape.running
    Tape.running = False
    yield
    Tape.running = before


def record(data, inputs, rule):
    out = Value(data)
    if Tape.running:
        out._prev = inputs
        out._backward = lambda: rule(out)
    return out


class Value:
    def __init__(self, data):
        Tape.length += 1
        self.place = Tape.length
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(#{self.place}, data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = on_tape(other)

        def rule(out):
            self.grad += out.grad
            other.grad += out.grad

        return record(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = on_tape(other)

        def rule(out):
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        return record(self.data * other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(out):
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)

        return record(self.data**n, (self,), rule)

    def __truediv__(self, other):
        other = on_tape(other)
        with paused():
            quotient = self * other**-1

        def rule(out):
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        return record(quotient.data, (self, other), rule)

    def __sub__(self, other):
        other = on_tape(other)
        with paused():
            difference = self + other * -1

        def rule(out):
            self.grad += out.grad
            other.grad -= out.grad

        return record(difference.data, (self, other), rule)

    def __neg__(self):
        return on_tape(0.0) - self

    def __radd__(self, other):
        return on_tape(other) + self

    def __rsub__(self, other):
        return on_tape(other) - self

    def __rmul__(self, other):
        return on_tape(other) * self

    def __rtruediv__(self, other):
        return on_tape(other) / self

    def tanh(self):
        def rule(out):
            self.grad += out.grad * (1 - out.data**2)

        return record(math.tanh(self.data), (self,), rule)

    def exp(self):
        def rule(out):
            self.grad += out.grad * out.data

        return record(math.exp(self.data), (self,), rule)

    def relu(self):
        def rule(out):
            self.grad += out.grad * (out.data > 0)

        return record(max(self.data, 0.0), (self,), rule)

    def backward(self):
        nodes = tape_of(self)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            node._backward()


def on_tape(x):
    return x if isinstance(x, Value) else Value(x)


def tape_of(root):
    """The nodes that root was made from, in the order of their making."""
    nodes = {root}
    border = [root]
    while border:
        border = list({p for node in border for p in node._prev} - nodes)
        nodes.update(border)
    return sorted(nodes, key=lambda node: node.place)


def build_topo(v, visited, topo):
    nodes = tape_of(v)
    visited.update(nodes)
    topo += nodes


def zero_grad(root):
    for node in tape_of(root):
        node.grad = 0.0
