"""One function for all operations, one for all derivatives."""

import functools
import math


class Value:
    def __init__(self, data, op=None, prev=(), n=None):
        self.data = data
        self.grad = 0.0
        self._op = op
        self._prev = prev
        self._n = n

    def __add__(self, other):
        return apply("+", self, promote(other))

    def __radd__(self, other):
        return apply("+", promote(other), self)

    def __sub__(self, other):
        return apply("-", self, promote(other))

    def __rsub__(self, other):
        return apply("-", promote(other), self)

    def __mul__(self, other):
        return apply("*", self, promote(other))

    def __rmul__(self, other):
        return apply("*", promote(other), self)

    def __truediv__(self, other):
        return apply("/", self, promote(other))

    def __rtruediv__(self, other):
        return apply("/", promote(other), self)

    def __neg__(self):
        return apply("neg", self)

    def __pow__(self, n):
        return apply("**", self, n=n)

    def tanh(self):
        return apply("tanh", self)

    def exp(self):
        return apply("exp", self)

    def relu(self):
        return apply("relu", self)

    def _backward(self):
        for node, d in zip(self._prev, derivatives(self)):
            node.grad += d * self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def promote(x):
    return x if isinstance(x, Value) else Value(x)


@functools.lru_cache(maxsize=10_000)
def apply(op, *inputs, n=None):
    numbers = [node.data for node in inputs]
    return Value(evaluate(op, *numbers, n=n), op, inputs, n)


def evaluate(op, x, y=None, n=None):
    if op == "+":
        return x + y
    if op == "-":
        return x - y
    if op == "*":
        return x * y
    if op == "/":
        return x / y
    if op == "**":
        return x**n
    if op == "neg":
        return -x
    if op == "tanh":
        return math.tanh(x)
    if op == "exp":
        return math.exp(x)
    return max(x, 0.0)


def derivatives(node):
    op, n, out = node._op, node._n, node.data
    x, y, *_ = *(p.data for p in node._prev), None, None
    if op is None:
        return ()
    if op == "+":
        return 1.0, 1.0
    if op == "-":
        return 1.0, -1.0
    if op == "*":
        return y, x
    if op == "/":
        return 1.0 / y, -x / (y * y)
    if op == "**":
        return (n * x ** (n - 1) if n != 0 else 0.0,)
    if op == "neg":
        return (-1.0,)
    if op == "tanh":
        return (1.0 - out * out,)
    if op == "exp":
        return (out,)
    return (1.0 if x > 0 else 0.0,)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
