"""Exam: the class is nearly empty, and the operators are put into it at the end."""

import math


class Value:
    """A number with a gradient."""

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        spread(reversed(topo))


def spread(nodes):
    """Run the rules. A node without gradient has nothing to hand on."""
    for node in nodes:
        if not node._prev:
            continue
        if node.grad == 0.0:
            break
        node._backward()


def promote(x):
    if isinstance(x, Value):
        return x
    return Value(float(x))


def join(data, inputs, slopes):
    out = Value(data)
    out._prev = inputs

    def rule():
        for node, slope in zip(inputs, slopes):
            node.grad += slope * out.grad

    out._backward = rule
    return out


# name: (value, slope to the left, slope to the right), all of the two numbers
BINARY = {
    "add": (lambda a, b: a + b, lambda a, b: 1.0, lambda a, b: 1.0),
    "sub": (lambda a, b: a - b, lambda a, b: 1.0, lambda a, b: -1.0),
    "mul": (lambda a, b: a * b, lambda a, b: b, lambda a, b: a),
    "truediv": (lambda a, b: a / b, lambda a, b: 1 / b, lambda a, b: -a / (b * b)),
}

# name: (value of the number, slope of the number and the value)
UNARY = {
    "__neg__": (lambda x: -x, lambda x, y: -1.0),
    "tanh": (math.tanh, lambda x, y: 1.0 - y * y),
    "exp": (math.exp, lambda x, y: y),
    "relu": (lambda x: x if x > 0 else 0.0, lambda x, y: 1.0 if x > 0 else 0.0),
}


def binary(value, left, right):
    def combine(a, b):
        a, b = promote(a), promote(b)
        x, y = a.data, b.data
        return join(value(x, y), (a, b), (left(x, y), right(x, y)))

    return combine, lambda a, b: combine(b, a)


def unary(value, slope):
    def function(a):
        y = value(a.data)
        return join(y, (a,), (slope(a.data, y),))

    return function


def power(a, n):
    slope = n * a.data ** (n - 1) if n != 0 else 0.0
    return join(a.data**n, (a,), (slope,))


for name, parts in BINARY.items():
    straight, reflected = binary(*parts)
    setattr(Value, f"__{name}__", straight)
    setattr(Value, f"__r{name}__", reflected)
for name, parts in UNARY.items():
    setattr(Value, name, unary(*parts))
Value.__pow__ = power


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
        elif node not in visited:
            visited.add(node)
            stack += [node, None, *node._prev]


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
