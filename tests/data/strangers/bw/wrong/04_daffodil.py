"""Exam. All operators go through `record`, which looks up what to do in two tables."""

import math

# How a number comes out of numbers.
FORWARD = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "neg": lambda a: -a,
    "tanh": math.tanh,
    "exp": math.exp,
    "relu": lambda a: a if a > 0 else 0.0,
}

# The local derivatives: from the result and the numbers, one for each input.
SLOPES = {
    "+": lambda out, a, b: (1.0, 1.0),
    "-": lambda out, a, b: (1.0, -1.0),
    "*": lambda out, a, b: (b, a),
    "/": lambda out, a, b: (1.0 / b, -a / (b * b)),
    "neg": lambda out, a: (-1.0,),
    "tanh": lambda out, a: (1.0 - out * out,),
    "exp": lambda out, a: (out,),
    "relu": lambda out, a: (1.0 if a > 0 else 0.0,),
}

_waiting = []  # the inputs of the node that is being made


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = leaf_rule

    def __add__(self, other):
        return record("+", self, other)

    def __radd__(self, other):
        return record("+", other, self)

    def __sub__(self, other):
        return record("-", self, other)

    def __rsub__(self, other):
        return record("-", other, self)

    def __mul__(self, other):
        return record("*", self, other)

    def __rmul__(self, other):
        return record("*", other, self)

    def __truediv__(self, other):
        return record("/", self, other)

    def __rtruediv__(self, other):
        return record("/", other, self)

    def __neg__(self):
        return record("neg", self)

    def __pow__(self, n):
        def slope(out, a):
            return (n * a ** (n - 1) if n != 0 else 0.0,)

        return record("pow", self, forward=lambda a: a**n, slopes=slope)

    def tanh(self):
        return record("tanh", self)

    def exp(self):
        return record("exp", self)

    def relu(self):
        return record("relu", self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def leaf_rule():
    return None


def record(op, *operands, forward=None, slopes=None):
    """Make the node for `op` on `operands`, and tie it to its inputs."""
    forward = forward or FORWARD[op]
    slopes = slopes or SLOPES[op]
    nodes = [x if isinstance(x, Value) else Value(float(x)) for x in operands]
    _waiting.extend(nodes)
    numbers = [node.data for node in nodes]
    out = Value(forward(*numbers))
    tie(out, slopes, numbers)
    return out


def tie(out, slopes, numbers):
    """Hand the waiting inputs over to `out`."""
    out._prev = tuple(_waiting)
    _waiting.clear()

    def rule():
        for node, slope in zip(out._prev, slopes(out.data, *numbers)):
            node.grad += slope * out.grad

    out._backward = rule


def build_topo(v, visited, topo):
    todo = [(v, 0)]
    visited.add(v)
    while todo:
        node, i = todo.pop()
        if i == len(node._prev):
            topo.append(node)
            continue
        todo.append((node, i + 1))
        child = node._prev[i]
        if child not in visited:
            visited.add(child)
            todo.append((child, 0))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
