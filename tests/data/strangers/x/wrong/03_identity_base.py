"""Autodiff engine. Nodes get their identity from a base class."""

import math
from itertools import count


class Identified:
    """Gives each object a number of its own and compares by it."""

    _numbers = count()

    def __init__(self):
        self.number = next(Identified._numbers)

    def _key(self):
        return self.data

    def __eq__(self, other):
        return isinstance(other, Identified) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())


class Value(Identified):
    def __init__(self, data, _prev=(), _op=""):
        super().__init__()
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = None

    @staticmethod
    def lift(thing):
        if isinstance(thing, Value):
            return thing
        return Value(thing)

    def __add__(self, other):
        other = Value.lift(other)
        out = Value(self.data + other.data, [self, other], "add")

        def rule():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = rule
        return out

    __radd__ = __add__

    def __neg__(self):
        out = Value(-self.data, [self], "neg")

        def rule():
            self.grad -= out.grad
        out._backward = rule
        return out

    def __sub__(self, other):
        return self + (-Value.lift(other))

    def __rsub__(self, other):
        return Value.lift(other) - self

    def __mul__(self, other):
        other = Value.lift(other)
        out = Value(self.data * other.data, [self, other], "mul")

        def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data
        out._backward = rule
        return out

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = Value.lift(other)
        out = Value(self.data / other.data, [self, other], "div")

        def rule():
            self.grad += out.grad / other.data
            other.grad -= out.grad * self.data / (other.data * other.data)
        out._backward = rule
        return out

    def __rtruediv__(self, other):
        return Value.lift(other) / self

    def __pow__(self, n):
        out = Value(self.data ** n, [self], "pow")

        def rule():
            if n == 0:
                return
            self.grad += out.grad * n * self.data ** (n - 1)
        out._backward = rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), [self], "tanh")

        def rule():
            self.grad += out.grad * (1 - out.data * out.data)
        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), [self], "exp")

        def rule():
            self.grad += out.grad * out.data
        out._backward = rule
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), [self], "relu")

        def rule():
            self.grad += out.grad * (self.data > 0)
        out._backward = rule
        return out

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            node = order.pop()
            if node._backward is not None:
                node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    path = [(v, iter(v._prev))]
    while path:
        node, rest = path[-1]
        for child in rest:
            if child not in visited:
                visited.add(child)
                path.append((child, iter(child._prev)))
                break
        else:
            topo.append(node)
            path.pop()


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
