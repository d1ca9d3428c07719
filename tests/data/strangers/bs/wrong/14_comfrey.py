"""The engine with the gradients of one call in a plain list.

backward() numbers the nodes 0, 1, 2, ... (inputs first), works in a list `adjoint` with one
entry for each, and afterwards puts the numbers onto the nodes.
"""

import functools
import math


def operator(compute):
    """Make a method out of a function that returns the value and the derivatives."""

    @functools.wraps(compute)
    def method(*args):
        nodes = [arg if isinstance(arg, Value) else Value(arg) for arg in args]
        data, *slopes = compute(*(node.data for node in nodes))
        return Value(data, tuple(nodes), tuple(slopes))

    return method


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward")

    def __init__(self, data, _prev=(), _backward=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward  # the derivatives, one for each input

    @operator
    def __add__(x, y):
        return x + y, 1.0, 1.0

    @operator
    def __sub__(x, y):
        return x - y, 1.0, -1.0

    @operator
    def __rsub__(x, y):
        return y - x, -1.0, 1.0

    @operator
    def __mul__(x, y):
        return x * y, y, x

    @operator
    def __truediv__(x, y):
        return x / y, 1.0 / y, -x / (y * y)

    @operator
    def __rtruediv__(x, y):
        return y / x, -y / (x * x), 1.0 / x

    @operator
    def __neg__(x):
        return -x, -1.0

    @operator
    def tanh(x):
        t = math.tanh(x)
        return t, 1.0 - t * t

    @operator
    def exp(x):
        e = math.exp(x)
        return e, e

    @operator
    def relu(x):
        return (x, 1.0) if x > 0 else (0.0, 0.0)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), (slope,))

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        place = {node: i for i, node in enumerate(topo)}
        adjoint = [0.0] * len(topo)
        adjoint[-1] = 1.0
        for i in range(len(topo) - 1, -1, -1):
            node = topo[i]
            for parent, slope in zip(node._prev, node._backward):
                adjoint[place[parent]] += slope * adjoint[i]
        for i in range(len(topo) - 1):
            if topo[i]._prev:
                topo[i].grad = adjoint[i]
            else:
                topo[i].grad += adjoint[i]


def build_topo(v, visited, topo):
    path = [(v, False)]
    while path:
        node, done = path.pop()
        if done:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        path.append((node, True))
        for parent in node._prev:
            if parent not in visited:
                path.append((parent, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
