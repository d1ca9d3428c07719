"""Each operation is a pair of functions in a named tuple; a node holds one of them."""

import math
from typing import Callable, NamedTuple


class Op(NamedTuple):
    name: str
    value: Callable
    slopes: Callable


ADD = Op("+", lambda a, b: a + b, lambda a, b: (1.0, 1.0))
SUB = Op("-", lambda a, b: a - b, lambda a, b: (1.0, -1.0))
MUL = Op("*", lambda a, b: a * b, lambda a, b: (b, a))
DIV = Op("/", lambda a, b: a / b, lambda a, b: (1.0 / b, -a / b**2))
NEG = Op("neg", lambda a: -a, lambda a: (-1.0,))
TANH = Op("tanh", math.tanh, lambda a: (1.0 - math.tanh(a) ** 2,))
EXP = Op("exp", math.exp, lambda a: (math.exp(a),))
RELU = Op("relu", lambda a: max(a, 0.0), lambda a: (1.0 if a > 0 else 0.0,))


def pow_op(n):
    if n == 0:
        return Op("**0", lambda a: 1.0, lambda a: (0.0,))
    return Op(f"**{n}", lambda a: a**n, lambda a: (n * a ** (n - 1),))


def apply(op, *operands):
    inputs = [x if isinstance(x, Value) else Value(x) for x in operands]
    out = Value(op.value(*(x.data for x in inputs)))
    out._op = op
    out._prev = inputs
    return out


class Value:
    _op = None

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = []

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _backward(self):
        if self._op is None:
            return
        slopes = self._op.slopes(*(x.data for x in self._prev))
        for x in self._prev:
            x.grad += slopes[self._prev.index(x)] * self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._op is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()

    def __add__(self, other):
        return apply(ADD, self, other)

    def __radd__(self, other):
        return apply(ADD, other, self)

    def __sub__(self, other):
        return apply(SUB, self, other)

    def __rsub__(self, other):
        return apply(SUB, other, self)

    def __mul__(self, other):
        return apply(MUL, self, other)

    def __rmul__(self, other):
        return apply(MUL, other, self)

    def __truediv__(self, other):
        return apply(DIV, self, other)

    def __rtruediv__(self, other):
        return apply(DIV, other, self)

    def __neg__(self):
        return apply(NEG, self)

    def __pow__(self, n):
        return apply(pow_op(n), self)

    def tanh(self):
        return apply(TANH, self)

    def exp(self):
        return apply(EXP, self)

    def relu(self):
        return apply(RELU, self)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        new = [x for x in node._prev if x not in visited]
        stack.extend(new)
        if not new:
            visited.add(node)
            topo.append(stack.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
