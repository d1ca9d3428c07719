"""Everything about slopes in one place: a match over the name of the operation."""

import math
from numbers import Real


class Value:
    """A number in a graph."""

    def __init__(self, data, _prev=(), _op="leaf", _arg=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._arg = _arg
        self._backward = self._propagate

    def __repr__(self):
        return f"Value({self._op}: {self.data:.6g})"

    def _slope(self, place):
        """How fast this node moves when the input at this place moves."""
        xs = [node.data for node in self._prev]
        match self._op, place:
            case ("add", _) | ("sub", 0):
                return 1.0
            case ("sub", 1) | ("neg", _):
                return -1.0
            case "mul", _:
                return xs[1 - place]
            case "div", 0:
                return 1.0 / xs[1]
            case "div", 1:
                return -self.data / xs[1]
            case "pow", _:
                n = self._arg
                return 0.0 if n == 0 else n * xs[0] ** (n - 1)
            case "tanh", _:
                return 1.0 - self.data * self.data
            case "exp", _:
                return self.data
            case "relu", _:
                return 1.0 if xs[0] > 0 else 0.0
        raise ValueError(self._op)

    def _propagate(self):
        for node in self._prev:
            place = self._prev.index(node)
            node.grad += self._slope(place) * self.grad

    def _pair(self, other, op, number):
        if isinstance(other, Real):
            other = Value(other)
        return Value(number(self.data, other.data), (self, other), op)

    def __add__(self, other):
        return self._pair(other, "add", lambda x, y: x + y)

    def __sub__(self, other):
        return self._pair(other, "sub", lambda x, y: x - y)

    def __mul__(self, other):
        return self._pair(other, "mul", lambda x, y: x * y)

    def __truediv__(self, other):
        return self._pair(other, "div", lambda x, y: x / y)

    def __radd__(self, number):
        return Value(number) + self

    def __rsub__(self, number):
        return Value(number) - self

    def __rmul__(self, number):
        return Value(number) * self

    def __rtruediv__(self, number):
        return Value(number) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "pow", n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._op != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    down, up = "down", "up"
    notes = [(down, v)]
    while notes:
        way, node = notes.pop()
        if way is up:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        notes.append((up, node))
        notes += [(down, below) for below in node._prev]


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
