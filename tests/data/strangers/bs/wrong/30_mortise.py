import math
import operator

# operator -> its slopes for the two inputs
BINARY = {
    "add": lambda a, b: (1.0, 1.0),
    "mul": lambda a, b: (b, a),
    "sub": lambda a, b: (1.0, -1.0),
    "truediv": lambda a, b: (1.0 / b, -a / (b * b)),
}

# function -> (its value, its slope from input and value)
UNARY = {
    "neg": (operator.neg, lambda x, y: -1.0),
    "tanh": (math.tanh, lambda x, y: 1.0 - y * y),
    "exp": (math.exp, lambda x, y: y),
    "relu": (lambda x: x if x > 0 else 0.0, lambda x, y: 1.0 if x > 0 else 0.0),
}


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = None

    def __repr__(self):
        return f"Value({self.data:.6g})"

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return connect(self.data**n, (self,), (slope,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward:
                node._backward()


def connect(data, inputs, slopes):
    out = Value(data, inputs)

    def rule():
        for node, slope in zip(inputs, slopes):
            node.grad += out.grad * slope

    out._backward = rule
    return out


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def binary(name):
    number = getattr(operator, name)
    slopes = BINARY[name]

    def method(self, other):
        other = as_value(other)
        return connect(number(self.data, other.data), (self, other), slopes(self.data, other.data))

    return method


def unary(name):
    number, slope = UNARY[name]

    def method(self):
        y = number(self.data)
        return connect(y, (self,), (slope(self.data, y),))

    return method


for name in BINARY:
    setattr(Value, f"__{name}__", binary(name))

for name in UNARY:
    setattr(Value, "__neg__" if name == "neg" else name, unary(name))

# the number on the left; for + and * the side does not matter
Value.__radd__ = Value.__add__
Value.__rmul__ = Value.__mul__
for name in ("sub", "truediv"):
    forward = getattr(Value, f"__{name}__")
    setattr(Value, f"__r{name}__", lambda self, other: forward(as_value(other), self))


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        open_inputs = [p for p in node._prev if p not in visited]
        if open_inputs:
            stack += open_inputs
        else:
            stack.pop()
            if node not in visited:
                visited.add(node)
                topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
