import math
from dataclasses import dataclass, field
from typing import Any


@dataclass(unsafe_hash=True)
class Value:
    data: float
    _prev: tuple = field(default=(), repr=False, compare=False)
    _op: str = field(default="", compare=False)
    grad: float = field(default=0.0, compare=False)
    _backward: Any = field(default=None, repr=False, compare=False)

    def _make(self, data, inputs, op, rule):
        return Value(data, inputs, op, _backward=rule)

    def __add__(self, other):
        other = as_value(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return self._make(self.data + other.data, (self, other), "+", rule)

    def __mul__(self, other):
        other = as_value(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return self._make(self.data * other.data, (self, other), "*", rule)

    def __pow__(self, n):
        def rule(g):
            self.grad += g * n * self.data ** (n - 1) if n != 0 else 0.0

        return self._make(self.data**n, (self,), "**", rule)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -as_value(other)

    def __truediv__(self, other):
        return self * as_value(other) ** -1

    def __radd__(self, other):
        return as_value(other) + self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1 - t**2)

        return self._make(t, (self,), "tanh", rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return self._make(e, (self,), "exp", rule)

    def relu(self):
        def rule(g):
            self.grad += g if self.data > 0 else 0.0

        return self._make(max(self.data, 0.0), (self,), "relu", rule)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            if node._backward is not None:
                node._backward(node.grad)


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(0, v)]
    while stack:
        step, node = stack.pop()
        if step == 0 and node in visited:
            continue
        visited.add(node)
        if step == len(node._prev):
            topo.append(node)
            continue
        stack.append((step + 1, node))
        stack.append((0, node._prev[step]))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    print(a.grad, b.grad, c.grad)  # 22 17 5
