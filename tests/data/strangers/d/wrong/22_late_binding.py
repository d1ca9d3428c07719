"""Operators come from a table and are put into the class by loops."""
import math
import operator


class Value:
    def __init__(self, data):
        self.data = float(data)
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
        for node in reversed(topo):
            node._backward()


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def connect(data, inputs, slopes):
    """A result with its rule; slopes() gives the derivatives in the inputs."""
    out = Value(data)
    out._prev = tuple(inputs)

    def rule():
        for p, s in zip(inputs, slopes()):
            p.grad += s * out.grad

    out._backward = rule
    return out


BINARY = {
    "add": (operator.add, lambda a, b: (1.0, 1.0)),
    "sub": (operator.sub, lambda a, b: (1.0, -1.0)),
    "truediv": (operator.truediv, lambda a, b: (1.0 / b.data, -a.data / b.data**2)),
    "mul": (operator.mul, lambda a, b: (b.data, a.data)),
}

UNARY = {
    "__neg__": (operator.neg, lambda x, y: -1.0),
    "tanh": (math.tanh, lambda x, y: 1.0 - y * y),
    "exp": (math.exp, lambda x, y: y),
    "relu": (lambda x: x if x > 0 else 0.0, lambda x, y: 1.0 if x > 0 else 0.0),
}


def binary(a, b, forward, slopes):
    a, b = wrap(a), wrap(b)
    return connect(forward(a.data, b.data), (a, b), lambda: slopes(a, b))


def unary(a, forward, slope):
    y = forward(a.data)
    return connect(y, (a,), lambda: (slope(a.data, y),))


def power(a, n):
    return connect(a.data**n, (a,), lambda: (n * a.data ** (n - 1) if n != 0 else 0.0,))


for name, rule in BINARY.items():
    setattr(Value, f"__{name}__", lambda a, b, rule=rule: binary(a, b, *rule))
for name, rule in BINARY.items():
    setattr(Value, f"__r{name}__", lambda b, a: binary(a, b, *rule))
for name, pair in UNARY.items():
    setattr(Value, name, lambda a, pair=pair: unary(a, *pair))
Value.__pow__ = power


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            topo.append(node)
        elif id(node) not in visited:
            visited.add(id(node))
            stack.append((node, True))
            stack += [(p, False) for p in node._prev]


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
