"""Engine, third version: nodes carry a mark, so walks need no sets (sets were slow)."""

import math


class Value:
    _side = 0  # the mark of the walk that is under way, or of the last one

    def __init__(self, data, _prev=(), _backward=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward  # one slope per input
        self._mark = Value._side

    def backward(self):
        order = walk(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            node = order.pop()
            g = node.grad
            for p, slope in zip(node._prev, node._backward):
                p.grad += g * slope

    def zero_grad(self):
        for node in walk(self):
            node.grad = 0.0


def walk(root):
    """All nodes from `root` down, inputs before consumers."""
    Value._side = 1 - Value._side
    side = Value._side
    order = []
    pending = [root]
    while pending:
        node = pending[-1]
        if node is None:
            pending.pop()
            order.append(pending.pop())
        elif node._mark == side:
            pending.pop()
        else:
            node._mark = side
            pending.append(None)
            pending.extend(node._prev)
    return order


def build_topo(v, visited, topo):
    topo.extend(walk(v))
    visited.update(topo)


def zero_grad(root):
    root.zero_grad()


# ---- The operators: a function each, hung into the class below.


def two(f):
    """For an operator with two operands, each a Value or a number."""

    def method(self, other):
        if not isinstance(other, Value):
            other = Value(float(other))
        return f(self, other)

    return method


def flipped(f):
    return two(lambda a, b: f(b, a))


def add(a, b):
    return Value(a.data + b.data, (a, b), (1.0, 1.0))


def sub(a, b):
    return Value(a.data - b.data, (a, b), (1.0, -1.0))


def mul(a, b):
    return Value(a.data * b.data, (a, b), (b.data, a.data))


def div(a, b):
    q = a.data / b.data
    return Value(q, (a, b), (1.0 / b.data, -q / b.data))


def neg(a):
    return Value(-a.data, (a,), (-1.0,))


def power(a, n):
    slope = 0.0 if n == 0 else n * a.data ** (n - 1)
    return Value(a.data**n, (a,), (slope,))


def tanh(a):
    t = math.tanh(a.data)
    return Value(t, (a,), (1.0 - t * t,))


def exp(a):
    e = math.exp(a.data)
    return Value(e, (a,), (e,))


def relu(a):
    if a.data > 0:
        return Value(a.data, (a,), (1.0,))
    return Value(0.0, (a,), (0.0,))


Value.__add__, Value.__radd__ = two(add), flipped(add)
Value.__sub__, Value.__rsub__ = two(sub), flipped(sub)
Value.__mul__, Value.__rmul__ = two(mul), flipped(mul)
Value.__truediv__, Value.__rtruediv__ = two(div), flipped(div)
Value.__neg__ = neg
Value.__pow__ = power
Value.tanh = tanh
Value.exp = exp
Value.relu = relu
