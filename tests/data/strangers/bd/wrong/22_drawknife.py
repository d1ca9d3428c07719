"""Two helpers, unary and binary, and from them the whole engine."""

import math
import operator


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data:.4f}, grad={self.grad:.4f})"

    def __pow__(self, n):
        def dpow(x, y):
            return n * x ** (n - 1) if n != 0 else 0.0

        return unary(self, f"**{n}", lambda x: x**n, dpow)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in topo if node._prev]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(inner):
            node._backward()


def unary(a, op, forward, slope_of):
    out = Value(forward(a.data), (a,), op)

    def rule():
        a.grad += slope_of(a.data, out.data) * out.grad

    out._backward = rule
    return out


def binary(a, b, op, forward, slopes_of):
    a = a if isinstance(a, Value) else Value(a)
    b = b if isinstance(b, Value) else Value(b)
    out = Value(forward(a.data, b.data), (a, b), op)

    def rule():
        da, db = slopes_of(a.data, b.data)
        a.grad += da * out.grad
        b.grad += db * out.grad

    out._backward = rule
    return out


# name, value, slopes: each gives an operator and its reflected twin

BINARY = [
    ("add", operator.add, lambda x, y: (1.0, 1.0)),
    ("sub", operator.sub, lambda x, y: (1.0, -1.0)),
    ("mul", operator.mul, lambda x, y: (y, x)),
    ("truediv", operator.truediv, lambda x, y: (1.0 / y, -(x / y) / y)),
]


def install_binary(name, forward, slopes_of):
    def method(self, other):
        return binary(self, other, name, forward, slopes_of)

    def reflected(self, other):
        return binary(other, self, name, forward, slopes_of)

    setattr(Value, f"__{name}__", method)
    setattr(Value, f"__r{name}__", reflected)


for row in BINARY:
    install_binary(*row)


# name, value, slope (from the input x and the output y)

UNARY = [
    ("__neg__", operator.neg, lambda x, y: -1.0),
    ("relu", lambda x: x if x > 0 else 0.0, lambda x, y: 1.0 if x > 0 else 0.0),
    ("exp", math.exp, lambda x, y: y),
    ("tanh", math.tanh, lambda x, y: 1.0 - y * y),
]

for name, forward, slope in UNARY:

    def method(self, name=name, forward=forward):
        return unary(self, name, forward, slope)

    setattr(Value, name, method)


def build_topo(v, visited, topo):
    """Depth first, every node met twice: going down, and coming back."""
    stack = [v]
    finished = set()
    while stack:
        node = stack[-1]
        if node not in visited:
            visited.add(node)
            stack.extend(n for n in node._prev if n not in visited)
        else:
            stack.pop()
            if node not in finished:
                finished.add(node)
                topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
