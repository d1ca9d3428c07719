"""My engine: one table with all the operations.

Each entry: how to get the number, and how to get the slopes (one per input).
Plain numbers become nodes that want no gradient, and what is made of nothing but
such numbers wants none either, so backward() can leave them out.
"""

import math
from functools import partial

TABLE = {
    "add": (lambda x, y: x + y, lambda x, y, z: (1.0, 1.0)),
    "sub": (lambda x, y: x - y, lambda x, y, z: (1.0, -1.0)),
    "mul": (lambda x, y: x * y, lambda x, y, z: (y, x)),
    "div": (lambda x, y: x / y, lambda x, y, z: (1.0 / y, -x / (y * y))),
    "neg": (lambda x: -x, lambda x, z: (-1.0,)),
    "tanh": (math.tanh, lambda x, z: (1.0 - z * z,)),
    "exp": (math.exp, lambda x, z: (z,)),
    "relu": (lambda x: x if x > 0 else 0.0, lambda x, z: (1.0 if x > 0 else 0.0,)),
}


class Value:
    def __init__(self, data, _prev=(), _wanted=True):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._wanted = _wanted
        self._backward = None

    def __add__(self, other):
        return apply("add", self, other)

    def __radd__(self, other):
        return apply("add", self, other)

    def __sub__(self, other):
        return apply("sub", self, other)

    def __rsub__(self, other):
        return apply("sub", other, self)

    def __mul__(self, other):
        return apply("mul", self, other)

    def __rmul__(self, other):
        return apply("mul", self, other)

    def __truediv__(self, other):
        return apply("div", self, other)

    def __rtruediv__(self, other):
        return apply("div", other, self)

    def __neg__(self):
        return apply("neg", self)

    def __pow__(self, n):
        power = (
            lambda x: x**n,
            lambda x, z: (n * x ** (n - 1) if n != 0 else 0.0,),
        )
        return make(power, (self,))

    def tanh(self):
        return apply("tanh", self)

    def exp(self):
        return apply("exp", self)

    def relu(self):
        return apply("relu", self)

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._prev and node._wanted:
                node._backward()


def constant(number):
    return Value(number, _wanted=False)


def apply(name, *inputs):
    nodes = tuple(x if isinstance(x, Value) else constant(x) for x in inputs)
    return make(TABLE[name], nodes)


def make(entry, nodes):
    forward, slopes = entry
    out = Value(forward(*[node.data for node in nodes]), nodes)
    out._wanted = nodes[0]._wanted
    out._backward = partial(spread, out, slopes)
    return out


def spread(out, slopes):
    numbers = [node.data for node in out._prev]
    for node, slope in zip(out._prev, slopes(*numbers, out.data)):
        node.grad += slope * out.grad


def build_topo(v, visited, topo):
    todo = [v]
    while todo:
        node = todo[-1]
        if node in visited:
            todo.pop()
            continue
        missing = [child for child in node._prev if child not in visited]
        if missing:
            todo.extend(missing)
        else:
            visited.add(node)
            topo.append(node)
            todo.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
