"""A node keeps its recipe as a plain tuple; backward() is an interpreter of recipes."""

import math


class Value:
    def __init__(self, data, recipe=("leaf",)):
        self.data = data
        self.grad = 0.0
        self._backward = recipe

    @property
    def _prev(self):
        return {part for part in self._backward if isinstance(part, Value)}

    def __repr__(self):
        return f"Value({self.data}, {self._backward[0]})"

    def __add__(self, other):
        match other:
            case Value(data=y):
                return Value(self.data + y, ("+", self, other))
            case number:
                return Value(self.data + number, ("+", self, number))

    def __mul__(self, other):
        match other:
            case Value(data=y):
                return Value(self.data * y, ("*", self, other))
            case number:
                return Value(self.data * number, ("scale", self, number))

    def __truediv__(self, other):
        match other:
            case Value(data=y):
                return Value(self.data / y, ("/", self, other))
            case number:
                return Value(self.data / number, ("scale", self, 1 / number))

    def __pow__(self, n):
        return Value(self.data**n, ("**", self, n))

    def __neg__(self):
        return Value(-self.data, ("scale", self, -1.0))

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Value(other / self.data, ("under", self, other))

    def tanh(self):
        return Value(math.tanh(self.data), ("tanh", self))

    def exp(self):
        return Value(math.exp(self.data), ("exp", self))

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, ("relu", self))

    def zero_grad(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.grad = 0.0

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward != ("leaf",):
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            g, out = node.grad, node.data
            match node._backward:
                case ("leaf",):
                    pass
                case ("+", Value() as a, Value() as b):
                    a.grad += g
                    b.grad += g
                case ("+", a, _):
                    a.grad += g
                case ("*", a, b):
                    a.grad += g * b.data
                    b.grad += g * a.data
                case ("/", a, b):
                    a.grad += g / b.data
                    b.grad -= g * out / b.data
                case ("scale", a, factor):
                    a.grad += g * factor
                case ("under", a, _):
                    a.grad -= g * out / a.data
                case ("**", _, 0):
                    pass
                case ("**", a, n):
                    a.grad += g * n * a.data ** (n - 1)
                case ("tanh", a):
                    a.grad += g * (1.0 - out * out)
                case ("exp", a):
                    a.grad += g * out
                case ("relu", a) if out > 0:
                    a.grad += g


def build_topo(v, visited, topo):
    pile = [("down", v)]
    while pile:
        match pile.pop():
            case ("up", node):
                topo.append(node)
            case (_, node) if node not in visited:
                visited.add(node)
                pile.append(("up", node))
                pile.extend(("down", child) for child in node._prev)


def zero_grad(root):
    root.zero_grad()
