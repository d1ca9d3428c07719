"""Exercise 13, with a table of rules."""

import math
import operator as op

# name: (value of a and b, slope for a, slope for b)
BINARY = {
    "add": (op.add, lambda a, b: 1.0, lambda a, b: 1.0),
    "sub": (op.sub, lambda a, b: 1.0, lambda a, b: -1.0),
    "mul": (op.mul, lambda a, b: b, lambda a, b: a),
    "truediv": (op.truediv, lambda a, b: 1.0 / b, lambda a, b: -a / b**2),
}

# name: (value of x, slope from x and the value y)
UNARY = {
    "__neg__": (op.neg, lambda x, y: -1.0),
    "tanh": (math.tanh, lambda x, y: 1.0 - y * y),
    "exp": (math.exp, lambda x, y: y),
    "relu": (lambda x: x if x > 0 else 0.0, lambda x, y: 1.0 if x > 0 else 0.0),
}


class Value:
    def __init__(self, data, _prev=(), _backward=lambda: ()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __pow__(self, n):
        x = self.data
        return Value(x**n, (self,), lambda: (n * x ** (n - 1) if n else 0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            for child, slope in zip(node._prev, node._backward()):
                child.grad += slope * node.grad

    def __repr__(self):
        return f"Value(data={self.data!r}, grad={self.grad!r})"


def lift(x):
    return x if isinstance(x, Value) else Value(float(x))


def apply(name, left, right):
    value, slope_left, slope_right = BINARY[name]
    a, b = left.data, right.data
    return Value(value(a, b), (left, right), lambda: (slope_left(a, b), slope_right(a, b)))


def add_binary(name):
    def plain(self, other):
        return apply(name, self, lift(other))

    def reflected(self, other):
        return apply(name, lift(other), self)

    setattr(Value, f"__{name}__", plain)
    setattr(Value, f"__r{name}__", reflected)
    setattr(Value, f"__i{name}__", reflected)


def add_unary(name):
    value, slope = UNARY[name]

    def method(self):
        x = self.data
        y = value(x)
        return Value(y, (self,), lambda: (slope(x, y),))

    setattr(Value, name, method)


for _name in BINARY:
    add_binary(_name)
for _name in UNARY:
    add_unary(_name)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack += [(child, False) for child in reversed(node._prev)]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
