import math
from dataclasses import dataclass, field
from typing import Callable


def nothing() -> None:
    pass


@dataclass(unsafe_hash=True)
class Value:
    data: float
    _prev: tuple = field(default=(), repr=False, compare=False)
    grad: float = field(default=0.0, compare=False)
    _backward: Callable = field(default=nothing, repr=False, compare=False)

    # every result comes through here: inputs and the slope towards each of them
    @staticmethod
    def make(data, *pairs) -> "Value":
        out = Value(data, tuple(node for node, _ in pairs))

        def rule():
            for node, slope in pairs:
                node.grad += slope * out.grad

        out._backward = rule
        return out

    def __add__(self, other):
        other = as_value(other)
        return Value.make(self.data + other.data, (self, 1.0), (other, 1.0))

    def __radd__(self, other):
        return as_value(other) + self

    def __sub__(self, other):
        other = as_value(other)
        return Value.make(self.data - other.data, (self, 1.0), (other, -1.0))

    def __rsub__(self, other):
        return as_value(other) - self

    def __mul__(self, other):
        other = as_value(other)
        return Value.make(self.data * other.data, (self, other.data), (other, self.data))

    def __rmul__(self, other):
        return as_value(other) * self

    def __truediv__(self, other):
        other = as_value(other)
        slope = -self.data / (other.data * other.data)
        return Value.make(self.data / other.data, (self, 1 / other.data), (other, slope))

    def __rtruediv__(self, other):
        return as_value(other) / self

    def __neg__(self):
        return Value.make(-self.data, (self, -1.0))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value.make(self.data**n, (self, slope))

    def tanh(self):
        t = math.tanh(self.data)
        return Value.make(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value.make(e, (self, e))

    def relu(self):
        if self.data > 0:
            return Value.make(self.data, (self, 1.0))
        return Value.make(0.0, (self, 0.0))

    def backward(self):
        topo = build_topo(self, set(), [])
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def as_value(x) -> Value:
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v: Value, visited: set, topo: list) -> list:
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, inputs = stack[-1]
        child = next(inputs, None)
        if child is None:
            topo.append(node)
            stack.pop()
        elif child not in visited:
            visited.add(child)
            stack.append((child, iter(child._prev)))
    return topo


def zero_grad(root: Value) -> None:
    for node in build_topo(root, set(), []):
        node.grad = 0.0
