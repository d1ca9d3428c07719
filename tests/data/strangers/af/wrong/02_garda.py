"""A scalar engine: every operation is a line in a table."""
import math
from functools import partialmethod

# name: (value, slopes)
BINARY = {
    "add": (lambda a, b: a + b, lambda a, b: (1.0, 1.0)),
    "sub": (lambda a, b: a - b, lambda a, b: (1.0, -1.0)),
    "mul": (lambda a, b: a * b, lambda a, b: (b, a)),
    "truediv": (lambda a, b: a / b, lambda a, b: (1.0 / b, -(a / b) / b)),
}
UNARY = {
    "neg": (lambda a: -a, lambda a, r: -1.0),
    "tanh": (math.tanh, lambda a, r: 1.0 - r * r),
    "exp": (math.exp, lambda a, r: r),
    "relu": (lambda a: a if a > 0 else 0.0, lambda a, r: 1.0 if a > 0 else 0.0),
}


class Value:
    def __init__(self, data, _prev=(), _op="", _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = _slopes

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += slope * self.grad

    def _binary(self, other, name):
        value, slopes = BINARY[name]
        other = other if isinstance(other, Value) else Value(other)
        x, y = self.data, other.data
        return Value(value(x, y), (self, other), name, slopes(x, y))

    def _reflected(self, other, name):
        return (other if isinstance(other, Value) else Value(other))._binary(self, name)

    def _unary(self, name):
        value, slope = UNARY[name]
        result = value(self.data)
        return Value(result, (self,), name, (slope(self.data, result),))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), "pow", (slope,))

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while nodes:
            nodes.pop()._backward()


for _name in BINARY:
    setattr(Value, f"__{_name}__", partialmethod(Value._binary, name=_name))
    setattr(Value, f"__r{_name}__", partialmethod(Value._reflected, name=_name))
for _name in ("add", "mul"):
    setattr(Value, f"__i{_name}__", getattr(Value, f"__{_name}__"))
for _name in ("truediv",):
    setattr(Value, f"__i{_name}__", Value.__dict__[f"__r{_name}__"])
for _name in UNARY:
    setattr(Value, "__neg__" if _name == "neg" else _name, partialmethod(Value._unary, name=_name))


def build_topo(v, visited, topo):
    path = [(v, iter(v._prev))]
    visited.add(v)
    while path:
        node, rest = path[-1]
        for below in rest:
            if below not in visited:
                visited.add(below)
                path.append((below, iter(below._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    found, line = {root}, [root]
    for node in line:
        node.grad = 0.0
        line.extend(n for n in set(node._prev) if n not in found)
        found.update(node._prev)
