import math
from operator import attrgetter

by_level = attrgetter("_level")


class Value:
    """A number. `_level` says how high above the leaves it stands."""

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = []
        self._level = 0
        self._backward = lambda: None

    @staticmethod
    def _make(data, *inputs):
        out = Value(data)
        out._prev = list(inputs)
        out._level = inputs[0]._level + 1
        return out

    @staticmethod
    def _of(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value._of(other)
        out = Value._make(self.data + other.data, self, other)

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __sub__(self, other):
        other = Value._of(other)
        out = Value._make(self.data - other.data, self, other)

        def _backward():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = Value._of(other)
        out = Value._make(self.data * other.data, self, other)

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = Value._of(other)
        out = Value._make(self.data / other.data, self, other)

        def _backward():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        out._backward = _backward
        return out

    def __pow__(self, exponent):
        out = Value._make(self.data**exponent, self)

        def _backward():
            if exponent != 0:
                self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return 0.0 - self

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        out = Value._make(math.tanh(self.data), self)

        def _backward():
            self.grad += (1.0 - out.data * out.data) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value._make(math.exp(self.data), self)

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value._make(self.data if self.data > 0.0 else 0.0, self)

        def _backward():
            if self.data > 0.0:
                self.grad += out.grad

        out._backward = _backward
        return out

    def backward(self):
        nodes = sorted(_reachable(self), key=by_level, reverse=True)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            node._backward()


def _reachable(root):
    seen = {root}
    todo = [root]
    for node in todo:
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                todo.append(p)
    return todo


def build_topo(v, visited, topo):
    nodes = _reachable(v)
    visited.update(nodes)
    topo.extend(sorted(nodes, key=by_level))


def zero_grad(root):
    for node in _reachable(root):
        node.grad = 0.0
