"""Exam. One table says what each operation computes and what its slopes are."""

import math


def _pow_slope(x, y, n):
    return (n * x ** (n - 1) if n else 0.0,)


#        name: (result,                          slopes from inputs and result)
TABLE = {
    "add": (lambda x, y: x + y, lambda x, y, r: (1.0, 1.0)),
    "sub": (lambda x, y: x - y, lambda x, y, r: (1.0, -1.0)),
    "mul": (lambda x, y: x * y, lambda x, y, r: (y, x)),
    "div": (lambda x, y: x / y, lambda x, y, r: (1.0 / y, -r / y)),
    "neg": (lambda x: -x, lambda x, r: (-1.0,)),
    "tanh": (math.tanh, lambda x, r: (1.0 - r * r,)),
    "exp": (math.exp, lambda x, r: (r,)),
    "relu": (lambda x: x if x > 0 else 0.0, lambda x, r: (1.0 if r > 0 else 0.0,)),
}

constants = {}


def lift(x):
    """A plain number becomes a leaf; equal numbers share one, to save memory."""
    if isinstance(x, Value):
        return x
    key = hash(x)
    if key not in constants:
        constants[key] = Value(float(x))
    return constants[key]


def apply(name, *nodes):
    compute, slopes = TABLE[name]
    xs = [node.data for node in nodes]
    result = compute(*xs)
    return Value(result, nodes, slopes(*xs, result))


class Value:
    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _backward(self):
        for i, node in enumerate(self._prev):
            node.grad += self._slopes[i] * self.grad

    def __add__(self, other):
        return apply("add", self, lift(other))

    def __radd__(self, other):
        return apply("add", lift(other), self)

    def __sub__(self, other):
        return apply("sub", self, lift(other))

    def __rsub__(self, other):
        return apply("sub", lift(other), self)

    def __mul__(self, other):
        return apply("mul", self, lift(other))

    def __rmul__(self, other):
        return apply("mul", lift(other), self)

    def __truediv__(self, other):
        return apply("div", self, lift(other))

    def __rtruediv__(self, other):
        return apply("div", lift(other), self)

    def __neg__(self):
        return apply("neg", self)

    def __pow__(self, n):
        x = self.data
        return Value(x**n, (self,), _pow_slope(x, None, n))

    def tanh(self):
        return apply("tanh", self)

    def exp(self):
        return apply("exp", self)

    def relu(self):
        return apply("relu", self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def build_topo(v, visited, topo):
    notes = [(v, False)]
    while notes:
        node, done = notes.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            notes.append((node, True))
            notes.extend((below, False) for below in node._prev)


def zero_grad(root):
    seen, todo = {root}, [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for below in node._prev:
            if below not in seen:
                seen.add(below)
                todo.append(below)
