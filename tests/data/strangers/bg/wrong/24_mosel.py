"""A tape: every operation is written down when it happens, and backward reads from the end."""

import math
from collections import deque

TAPE = deque(maxlen=1 << 16)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None
        if _prev:
            TAPE.append(self)

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
        return record_one("neg", self, -self.data, -1.0)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return record_one("pow", self, self.data**n, slope)

    def tanh(self):
        t = math.tanh(self.data)
        return record_one("tanh", self, t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return record_one("exp", self, e, e)

    def relu(self):
        if self.data > 0.0:
            return record_one("relu", self, self.data, 1.0)
        return record_one("relu", self, 0.0, 0.0)

    def backward(self):
        nodes = reachable(self)
        missing = 0
        for node in nodes:
            if node._prev:
                node.grad = 0.0
                missing += 1
        self.grad += 1.0
        for node in reversed(TAPE):
            if not missing:
                break
            if node in nodes:
                missing -= 1
                for source, slope in zip(node._prev, node._backward):
                    source.grad += slope * node.grad


def node_of(x):
    return x if isinstance(x, Value) else Value(float(x))


def record(op, a, b):
    a, b = node_of(a), node_of(b)
    x, y = a.data, b.data
    if op == "+":
        data, slopes = x + y, (1.0, 1.0)
    elif op == "-":
        data, slopes = x - y, (1.0, -1.0)
    elif op == "*":
        data, slopes = x * y, (y, x)
    else:
        data = x / y
        slopes = (1.0 / y, -data / y)
    out = Value(data, (a, b), op)
    out._backward = slopes
    return out


def record_one(op, a, data, slope):
    out = Value(data, (a,), op)
    out._backward = (slope,)
    return out


def reachable(root):
    nodes = {root}
    todo = [root]
    while todo:
        for source in todo.pop()._prev:
            if source not in nodes:
                nodes.add(source)
                todo.append(source)
    return nodes


def build_topo(v, visited, topo):
    stack = [(v, True)]
    while stack:
        node, going_down = stack.pop()
        if not going_down:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, False))
            stack.extend((source, True) for source in node._prev)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
