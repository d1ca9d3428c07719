import math
from collections import Counter


class Op:
    """An operation knows its value and its local derivatives."""

    @staticmethod
    def forward(*xs):
        raise NotImplementedError

    @staticmethod
    def local(out, *xs):
        raise NotImplementedError


class Add(Op):
    forward = staticmethod(lambda x, y: x + y)
    local = staticmethod(lambda out, x, y: (1.0, 1.0))


class Sub(Op):
    forward = staticmethod(lambda x, y: x - y)
    local = staticmethod(lambda out, x, y: (1.0, -1.0))


class Mul(Op):
    forward = staticmethod(lambda x, y: x * y)
    local = staticmethod(lambda out, x, y: (y, x))


class Div(Op):
    forward = staticmethod(lambda x, y: x / y)
    local = staticmethod(lambda out, x, y: (1.0 / y, -x / (y * y)))


class Tanh(Op):
    forward = staticmethod(math.tanh)
    local = staticmethod(lambda out, x: (1.0 - out**2,))


class Exp(Op):
    forward = staticmethod(math.exp)
    local = staticmethod(lambda out, x: (out,))


class Relu(Op):
    forward = staticmethod(lambda x: x if x > 0 else 0.0)
    local = staticmethod(lambda out, x: (float(x > 0),))


class Power(Op):
    def __init__(self, n):
        self.n = n

    def forward(self, x):
        return x**self.n

    def local(self, out, x):
        return (0.0 if self.n == 0 else self.n * x ** (self.n - 1),)


class Value:
    def __init__(self, data, _prev=(), _op=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op

    def _backward(self):
        if self._op is None:
            return
        slopes = self._op.local(self.data, *[p.data for p in self._prev])
        for p, slope in zip(self._prev, slopes):
            p.grad += slope * self.grad

    def __add__(self, other):
        return apply(Add, self, other)

    def __radd__(self, other):
        return apply(Add, other, self)

    def __sub__(self, other):
        return apply(Sub, self, other)

    def __rsub__(self, other):
        return apply(Sub, other, self)

    def __mul__(self, other):
        return apply(Mul, self, other)

    def __rmul__(self, other):
        return apply(Mul, other, self)

    def __truediv__(self, other):
        return apply(Div, self, other)

    def __rtruediv__(self, other):
        return apply(Div, other, self)

    def __neg__(self):
        return apply(Sub, 0.0, self)

    def __pow__(self, n):
        return apply(Power(n), self)

    def tanh(self):
        return apply(Tanh, self)

    def exp(self):
        return apply(Exp, self)

    def relu(self):
        return apply(Relu, self)

    def backward(self):
        order = consumers_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def apply(op, *args):
    inputs = tuple(a if isinstance(a, Value) else Value(a) for a in args)
    return Value(op.forward(*[i.data for i in inputs]), inputs, op)


def reachable(root):
    found, todo = {root}, [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in found:
                found.add(p)
                todo.append(p)
    return found


def consumers_first(root):
    """Kahn: a node is free when nobody is left who uses it."""
    uses = Counter()
    for node in reachable(root):
        uses.update(set(node._prev))
    order, free = [], [root]
    while free:
        node = free.pop()
        order.append(node)
        for p in node._prev:
            uses[p] -= 1
            if uses[p] == 0:
                free.append(p)
    return order


def build_topo(v, visited, topo):
    topo.extend(reversed(consumers_first(v)))
    visited.update(topo)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
