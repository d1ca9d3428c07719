"""Exam. A small stack machine: an operation takes its operands, then makes the result."""

import math

# The operands of the operation at hand.
_operands = []


def take(x):
    """Note an operand and give back its number."""
    if not isinstance(x, Value):
        x = Value(x)
    _operands.append(x)
    return x.data


def made(data, *slopes):
    """The node for an operation whose operands have been taken."""
    inputs = tuple(_operands)
    _operands.clear()
    return Value(data, inputs, slopes)


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    def __repr__(self):
        return f"Value({self.data!r})"

    def _backward(self):
        for inp, slope in zip(self._prev, self._slopes):
            inp.grad += slope * self.grad

    def __add__(self, other):
        a, b = take(self), take(other)
        return made(a + b, 1.0, 1.0)

    def __radd__(self, other):
        a, b = take(other), take(self)
        return made(a + b, 1.0, 1.0)

    def __sub__(self, other):
        a, b = take(self), take(other)
        return made(a - b, 1.0, -1.0)

    def __rsub__(self, other):
        a, b = take(other), take(self)
        return made(a - b, 1.0, -1.0)

    def __mul__(self, other):
        a, b = take(self), take(other)
        return made(a * b, b, a)

    def __rmul__(self, other):
        a, b = take(other), take(self)
        return made(a * b, b, a)

    def __truediv__(self, other):
        a, b = take(self), take(other)
        return made(a / b, 1.0 / b, -a / (b * b))

    def __rtruediv__(self, other):
        a, b = take(other), take(self)
        return made(a / b, 1.0 / b, -a / (b * b))

    def __neg__(self):
        return made(-take(self), -1.0)

    def __pow__(self, n):
        a = take(self)
        if n == 0:
            return made(1.0, 0.0)
        return made(a**n, n * a ** (n - 1))

    def tanh(self):
        t = math.tanh(take(self))
        return made(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(take(self))
        return made(e, e)

    def relu(self):
        a = take(self)
        return made(a, 1.0) if a > 0 else made(0.0, 0.0)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((inp, False) for inp in node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
