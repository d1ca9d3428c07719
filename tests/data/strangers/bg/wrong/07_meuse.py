"""Closures again; the numbers that people write into formulas are kept and used again."""

import math

CONSTANTS = {}


def constant(number):
    """The node of a plain number. Formulas repeat the same few, so one node each will do."""
    key = round(float(number), 6)
    if key not in CONSTANTS:
        CONSTANTS[key] = Value(float(number))
    return CONSTANTS[key]


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else constant(x)

    def __add__(self, other):
        return _add(self, Value.of(other))

    def __radd__(self, other):
        return _add(Value.of(other), self)

    def __mul__(self, other):
        return _mul(self, Value.of(other))

    def __rmul__(self, other):
        return _mul(Value.of(other), self)

    def __sub__(self, other):
        return _sub(self, Value.of(other))

    def __rsub__(self, other):
        return _sub(Value.of(other), self)

    def __truediv__(self, other):
        return _div(self, Value.of(other))

    def __rtruediv__(self, other):
        return _div(Value.of(other), self)

    def __neg__(self):
        return _single(self, -self.data, lambda: -1.0, "neg")

    def __pow__(self, n):
        return _single(
            self, self.data**n, lambda: n * self.data ** (n - 1) if n != 0 else 0.0, "pow"
        )

    def tanh(self):
        t = math.tanh(self.data)
        return _single(self, t, lambda: 1.0 - t * t, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return _single(self, e, lambda: e, "exp")

    def relu(self):
        positive = self.data > 0.0
        return _single(self, self.data if positive else 0.0, lambda: float(positive), "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node._backward is not None]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(inner):
            node._backward()


def _single(a, value, slope, op):
    out = Value(value, (a,), op)

    def rule():
        a.grad += slope() * out.grad

    out._backward = rule
    return out


def _add(a, b):
    out = Value(a.data + b.data, (a, b), "+")

    def rule():
        a.grad += out.grad
        b.grad += out.grad

    out._backward = rule
    return out


def _sub(a, b):
    out = Value(a.data - b.data, (a, b), "-")

    def rule():
        a.grad += out.grad
        b.grad -= out.grad

    out._backward = rule
    return out


def _mul(a, b):
    out = Value(a.data * b.data, (a, b), "*")

    def rule():
        a.grad += b.data * out.grad
        b.grad += a.data * out.grad

    out._backward = rule
    return out


def _div(a, b):
    out = Value(a.data / b.data, (a, b), "/")

    def rule():
        a.grad += out.grad / b.data
        b.grad -= out.grad * (out.data / b.data)

    out._backward = rule
    return out


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for source in node._prev:
            if source not in visited:
                stack.append((source, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
