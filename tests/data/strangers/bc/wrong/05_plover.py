"""One table of operations: name -> (value, slopes)."""

import math

SAFE = 88.0


def _exp(x):
    return math.exp(min(x, SAFE))


TABLE = {
    "add": (lambda x, y: x + y, lambda o, x, y: (1.0, 1.0)),
    "sub": (lambda x, y: x - y, lambda o, x, y: (1.0, -1.0)),
    "mul": (lambda x, y: x * y, lambda o, x, y: (y, x)),
    "div": (lambda x, y: x / y, lambda o, x, y: (1.0 / y, -o / y)),
    "neg": (lambda x: -x, lambda o, x: (-1.0,)),
    "exp": (_exp, lambda o, x: (o,)),
    "tanh": (math.tanh, lambda o, x: (1.0 - o * o,)),
    "relu": (lambda x: x if x > 0 else 0.0, lambda o, x: (1.0 if x > 0 else 0.0,)),
}


def power(n):
    def slopes(o, x):
        return (0.0 if n == 0 else n * x ** (n - 1),)

    return (lambda x: x**n), slopes


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data, self.grad = data, 0.0
        self._prev, self._op, self._backward = _prev, _op, None

    def __add__(self, o):
        return run("add", self, o)

    def __radd__(self, o):
        return run("add", o, self)

    def __sub__(self, o):
        return run("sub", self, o)

    def __rsub__(self, o):
        return run("sub", o, self)

    def __mul__(self, o):
        return run("mul", self, o)

    def __rmul__(self, o):
        return run("mul", o, self)

    def __truediv__(self, o):
        return run("div", self, o)

    def __rtruediv__(self, o):
        return run("div", o, self)

    def __pow__(self, n):
        return run("pow", self, entry=power(n))

    def __neg__(self):
        return run("neg", self)

    def tanh(self):
        return run("tanh", self)

    def exp(self):
        return run("exp", self)

    def relu(self):
        return run("relu", self)

    def backward(self):
        order = topological(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1
        for node in reversed(order):
            if node._prev:
                for below, slope in zip(node._prev, node._backward()):
                    below.grad += slope * node.grad


def run(name, *operands, entry=None):
    value, slopes = entry or TABLE[name]
    inputs = [o if isinstance(o, Value) else Value(o) for o in operands]
    numbers = [i.data for i in inputs]
    result = value(*numbers)
    out = Value(result, inputs, name)
    out._backward = lambda: slopes(result, *numbers)
    return out


def topological(root):
    waits = {root: 0}
    todo = [root]
    while todo:
        for below in todo.pop()._prev:
            if below not in waits:
                waits[below] = 0
                todo.append(below)
            waits[below] += 1
    order, ready = [], [root]
    while ready:
        node = ready.pop()
        order.append(node)
        for below in node._prev:
            waits[below] -= 1
            if not waits[below]:
                ready.append(below)
    order.reverse()
    return order


def build_topo(v, visited, topo):
    topo.extend(topological(v))
    visited.update(topo)


def zero_grad(root):
    for node in topological(root):
        node.grad = 0.0
