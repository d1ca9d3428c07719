"""Gradients of one call live in a dictionary; the nodes get them when the call is over."""
import math


def _lift(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def primitive(forward, *partials):
    """Make an operator out of a function and its partial derivatives."""

    def method(*args):
        args = tuple(map(_lift, args))
        xs = [a.data for a in args]
        out = Value(forward(*xs))
        out._prev = args
        out._backward = lambda g: [(a, g * d(*xs)) for a, d in zip(args, partials)]
        return out

    return method


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda g: []

    __add__ = primitive(lambda x, y: x + y, lambda x, y: 1.0, lambda x, y: 1.0)
    __sub__ = primitive(lambda x, y: x - y, lambda x, y: 1.0, lambda x, y: -1.0)
    __mul__ = primitive(lambda x, y: x * y, lambda x, y: y, lambda x, y: x)
    __truediv__ = primitive(lambda x, y: x / y, lambda x, y: 1 / y, lambda x, y: -x / (y * y))
    __neg__ = primitive(lambda x: -x, lambda x: -1.0)
    tanh = primitive(math.tanh, lambda x: 1 - math.tanh(x) ** 2)
    exp = primitive(math.exp, math.exp)
    relu = primitive(lambda x: (x > 0) * x + 0.0, lambda x: float(x > 0))

    def __pow__(self, n):
        if n == 0:
            return primitive(lambda x: 1.0, lambda x: 0.0)(self)
        return primitive(lambda x: x**n, lambda x: n * x ** (n - 1))(self)

    def __radd__(self, other):
        return _lift(other) + self

    def __rsub__(self, other):
        return _lift(other) - self

    def __rmul__(self, other):
        return _lift(other) * self

    def __rtruediv__(self, other):
        return _lift(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        adjoint = {node: 0.0 for node in topo}
        adjoint[self] = 1.0
        for node in reversed(topo):
            for inp, part in node._backward(adjoint[node]):
                adjoint[inp] += part
        for node, g in adjoint.items():
            if node._prev:
                node.grad = g
            else:
                node.grad = g


def build_topo(v, visited, topo):
    agenda = [(v, 0)]
    visited.add(v)
    while agenda:
        node, i = agenda.pop()
        if i == len(node._prev):
            topo.append(node)
            continue
        agenda.append((node, i + 1))
        child = node._prev[i]
        if child not in visited:
            visited.add(child)
            agenda.append((child, 0))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
