import math
from collections import namedtuple

Edge = namedtuple("Edge", "target slope")


class Arithmetic:
    def __add__(self, other):
        return self.join(other, lambda x, y: (x + y, 1.0, 1.0))

    def __sub__(self, other):
        return self.join(other, lambda x, y: (x - y, 1.0, -1.0))

    def __mul__(self, other):
        return self.join(other, lambda x, y: (x * y, y, x))

    def __truediv__(self, other):
        return self.join(other, lambda x, y: (x / y, 1.0 / y, -(x / y) / y))

    def __radd__(self, other):
        return type(self)(other) + self

    def __rsub__(self, other):
        return type(self)(other) - self

    def __rmul__(self, other):
        return type(self)(other) * self

    def __rtruediv__(self, other):
        return type(self)(other) / self

    def __neg__(self):
        return self.bend(lambda x: (-x, -1.0))

    def __pow__(self, n):
        return self.bend(lambda x: (x**n, n * x ** (n - 1)) if n else (1.0, 0.0))


class Functions:
    def tanh(self):
        return self.bend(lambda x: (lambda t: (t, (1 - t) * (1 + t)))(math.tanh(x)))

    def exp(self):
        return self.bend(lambda x: 2 * (math.exp(x),))

    def relu(self):
        return self.bend(lambda x: (x, 1.0) if x > 0 else (0.0, 0.0))


class Calculus:
    def order(self):
        topo = []
        build_topo(self, set(), topo)
        return reversed(topo)

    def backward(self):
        for node in self.order():
            if node._edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in self.order():
            node._backward()
        return self


class Value(Arithmetic, Functions, Calculus):
    def __init__(self, data, _edges=()):
        self.data = data
        self.grad = 0.0
        self._edges = _edges

    @property
    def _prev(self):
        return [edge.target for edge in self._edges]

    def _backward(self):
        for target, slope in self._edges:
            target.grad += slope * self.grad

    def join(self, other, formula):
        other = other if isinstance(other, Value) else Value(other)
        number, mine, yours = formula(self.data, other.data)
        return Value(number, (Edge(self, mine), Edge(other, yours)))

    def bend(self, formula):
        number, slope = formula(self.data)
        return Value(number, (Edge(self, slope),))


def build_topo(v, visited, topo):
    waiting = [[v]]
    path = []
    while waiting:
        if not waiting[-1]:
            waiting.pop()
            if path:
                topo.append(path.pop())
            continue
        node = waiting[-1].pop()
        if node not in visited:
            visited.add(node)
            path.append(node)
            waiting.append(node._prev)


def zero_grad(root):
    for node in root.order():
        node.grad = 0.0
