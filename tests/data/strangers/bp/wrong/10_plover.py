"""Engine for the exam.

An operation reads like a sentence: take the operands, give the result and its slopes.

    x, y = take(a), take(b)
    return give(x * y, y, x)
"""

import math

_operands = []  # what the operation at work has taken


def take(operand):
    if not isinstance(operand, Value):
        operand = Value(operand)
    _operands.append(operand)
    return operand.data


def give(data, *slopes):
    out = Value(data)
    out._prev = tuple(_operands)
    out._slopes = slopes
    _operands.clear()
    return out


class Value:
    _prev = ()
    _slopes = ()

    def __init__(self, data):
        self.data = data
        self.grad = 0.0

    def __repr__(self):
        return f"Value({self.data})"

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def __add__(self, other):
        x, y = take(self), take(other)
        return give(x + y, 1.0, 1.0)

    def __sub__(self, other):
        x, y = take(self), take(other)
        return give(x - y, 1.0, -1.0)

    def __mul__(self, other):
        x, y = take(self), take(other)
        return give(x * y, y, x)

    def __truediv__(self, other):
        x, y = take(self), take(other)
        return give(x / y, 1.0 / y, -x / (y * y))

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def __neg__(self):
        x = take(self)
        return give(-x, -1.0)

    def __pow__(self, n):
        x = take(self)
        if n == 0:
            return give(1.0, 0.0)
        return give(x**n, n * x ** (n - 1))

    def tanh(self):
        t = math.tanh(take(self))
        return give(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(take(self))
        return give(e, e)

    def relu(self):
        x = take(self)
        return give(x, 1.0) if x > 0 else give(0.0, 0.0)

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
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, inputs = stack[-1]
        step = next((p for p in inputs if p not in visited), None)
        if step is None:
            topo.append(node)
            stack.pop()
        else:
            visited.add(step)
            stack.append((step, iter(step._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
