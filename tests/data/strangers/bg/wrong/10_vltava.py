"""Operators are written once, as formulas, and hung onto the class by a loop."""

import math


def _sign_power(x, n):
    return n * x ** (n - 1) if n != 0 else 0.0


# name: (value, slopes); a slope is a function of the result and the inputs
BINARY = {
    "add": (lambda x, y: x + y, (lambda o, x, y: 1.0, lambda o, x, y: 1.0)),
    "sub": (lambda x, y: x - y, (lambda o, x, y: 1.0, lambda o, x, y: -1.0)),
    "mul": (lambda x, y: x * y, (lambda o, x, y: y, lambda o, x, y: x)),
    "truediv": (lambda x, y: x / y, (lambda o, x, y: 1.0 / y, lambda o, x, y: -o / y)),
}
UNARY = {
    "__neg__": (lambda x: -x, lambda o, x: -1.0),
    "tanh": (math.tanh, lambda o, x: 1.0 - o * o),
    "exp": (math.exp, lambda o, x: o),
    "relu": (lambda x: x if x > 0.0 else 0.0, lambda o, x: 1.0 if x > 0.0 else 0.0),
}


class Value:
    def __init__(self, data, _prev=(), _op="", _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = _slopes

    def _backward(self):
        numbers = [source.data for source in self._prev]
        shares = [slope(self.data, *numbers) * self.grad for slope in self._slopes]
        for source, share in zip(self._prev, shares):
            source.grad += share

    def __pow__(self, n):
        slope = lambda o, x: _sign_power(x, n)
        return Value(self.data**n, (self,), "pow", (slope,))

    def backward(self):
        order = in_order(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            node._backward()


def as_node(x):
    return x if isinstance(x, Value) else Value(float(x))


def _install_binary(name, value, slopes):
    def build(a, b):
        return Value(value(a.data, b.data), (a, b), name, slopes)

    setattr(Value, f"__{name}__", lambda self, other: build(self, as_node(other)))
    setattr(Value, f"__r{name}__", lambda self, other: build(as_node(other), self))


def _install_unary(name, value, slope):
    setattr(Value, name, lambda self: Value(value(self.data), (self,), name, (slope,)))


for _name, (_value, _slopes) in BINARY.items():
    _install_binary(_name, _value, _slopes)
for _name, (_value, _slope) in UNARY.items():
    _install_unary(_name, _value, _slope)


def in_order(root):
    """All nodes below `root`, inputs first."""
    order = []
    build_topo(root, set(), order)
    return order


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        open_inputs = [source for source in node._prev if source not in visited]
        if open_inputs:
            stack += open_inputs
        else:
            visited.add(node)
            topo.append(stack.pop())


def zero_grad(root):
    for node in in_order(root):
        node.grad *= 0.0
