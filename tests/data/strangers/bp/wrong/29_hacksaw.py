"""Scalar engine. SLOPES says for each operation how fast the result (out) moves with each
of its inputs; everything else is the same for all operations."""

import math
import operator

SLOPES = {
    "+": lambda out, a, b: (1.0, 1.0),
    "-": lambda out, a, b: (1.0, -1.0),
    "*": lambda out, a, b: (b, a),
    "/": lambda out, a, b: (1.0 / b, -out / b),
    "neg": lambda out, a: (-1.0,),
    "tanh": lambda out, a: (1.0 - out * out,),
    "exp": lambda out, a: (out,),
    "relu": lambda out, a: (1.0 if out > 0 else 0.0,),
}


def compute(op, f, *inputs, slopes=None):
    inputs = tuple(i if isinstance(i, Value) else Value(i) for i in inputs)
    numbers = [i.data for i in inputs]
    out = Value(f(*numbers))
    out._prev = inputs
    out._slopes = (slopes or SLOPES[op])(out.data, *numbers)
    return out


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._slopes = ()

    def __repr__(self):
        return f"Value({self.data!r}, grad={self.grad!r})"

    def __add__(self, other):
        return compute("+", operator.add, self, other)

    def __radd__(self, other):
        return compute("+", operator.add, other, self)

    def __sub__(self, other):
        return compute("-", operator.sub, self, other)

    def __rsub__(self, other):
        return compute("-", operator.sub, other, self)

    def __mul__(self, other):
        return compute("*", operator.mul, self, other)

    def __rmul__(self, other):
        return compute("*", operator.mul, other, self)

    def __truediv__(self, other):
        return compute("/", operator.truediv, self, other)

    def __rtruediv__(self, other):
        return compute("/", operator.truediv, other, self)

    def __neg__(self):
        return compute("neg", operator.neg, self)

    def __pow__(self, n):
        def slopes(out, a):
            return (n * a ** (n - 1) if n else 0.0,)

        return compute("**", lambda a: a**n, self, slopes=slopes)

    def tanh(self):
        return compute("tanh", math.tanh, self)

    def exp(self):
        return compute("exp", math.exp, self)

    def relu(self):
        return compute("relu", lambda a: max(a, 0.0), self)

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for input_node in node._prev:
                stack.append((input_node, False))


def zero_grad(root):
    seen = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(root)
        node.grad = 0.0
        stack.extend(node._prev)
