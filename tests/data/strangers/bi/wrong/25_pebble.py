"""Nodes can be compared by what they are: an operation, a number, and inputs."""

import math


class Value:
    def __init__(self, data, op="leaf", inputs=()):
        self.data = data
        self.grad = 0.0
        self._op = op
        self._prev = inputs
        self._backward = None

    def identity(self):
        """What tells this node from the others in a walk."""
        if self._op == "leaf":
            return id(self)
        return (self._op, self.data, *map(id, self._prev))

    def __add__(self, other):
        return combine("+", self, other)

    def __radd__(self, other):
        return combine("+", other, self)

    def __sub__(self, other):
        return combine("-", self, other)

    def __rsub__(self, other):
        return combine("-", other, self)

    def __mul__(self, other):
        return combine("*", self, other)

    def __rmul__(self, other):
        return combine("*", other, self)

    def __truediv__(self, other):
        return combine("/", self, other)

    def __rtruediv__(self, other):
        return combine("/", other, self)

    def __neg__(self):
        return alone("neg", self, -self.data, lambda out: -1.0)

    def __pow__(self, n):
        def slope(out):
            return n * self.data ** (n - 1) if n != 0 else 0.0

        return alone("**", self, self.data**n, slope)

    def tanh(self):
        return alone("tanh", self, math.tanh(self.data), lambda out: 1 - out.data**2)

    def exp(self):
        return alone("exp", self, math.exp(self.data), lambda out: out.data)

    def relu(self):
        return alone("relu", self, max(0.0, self.data), lambda out: float(out.data > 0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            if node._backward is not None:
                node._backward()


def combine(op, left, right):
    if not isinstance(left, Value):
        left = Value(float(left))
    if not isinstance(right, Value):
        right = Value(float(right))
    a, b = left.data, right.data
    match op:
        case "+":
            data = a + b
        case "-":
            data = a - b
        case "*":
            data = a * b
        case "/":
            data = a / b
    out = Value(data, op, (left, right))

    def rule():
        g = out.grad
        match op:
            case "+":
                left.grad += g
                right.grad += g
            case "-":
                left.grad += g
                right.grad -= g
            case "*":
                left.grad += g * right.data
                right.grad += g * left.data
            case "/":
                left.grad += g / right.data
                right.grad -= g / right.data * out.data

    out._backward = rule
    return out


def alone(op, source, data, slope):
    out = Value(data, op, (source,))

    def rule():
        source.grad += slope(out) * out.grad

    out._backward = rule
    return out


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
            continue
        key = node.identity()
        if key in visited:
            continue
        visited.add(key)
        stack.append((node, True))
        for source in node._prev:
            stack.append((source, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
