"""The engine in three mixins: arithmetic, in-place operators, functions."""

import math


class Arithmetic:
    def __add__(self, other):
        other = self.wrap(other)
        return self.result(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __sub__(self, other):
        other = self.wrap(other)
        return self.result(self.data - other.data, [(self, 1.0), (other, -1.0)])

    def __mul__(self, other):
        other = self.wrap(other)
        return self.result(self.data * other.data, [(self, other.data), (other, self.data)])

    def __truediv__(self, other):
        other = self.wrap(other)
        value = self.data / other.data
        return self.result(value, [(self, 1 / other.data), (other, -value / other.data)])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return self.result(self.data**n, [(self, slope)])

    def __neg__(self):
        return self.result(-self.data, [(self, -1.0)])

    def __radd__(self, other):
        return self.wrap(other) + self

    def __rsub__(self, other):
        return self.wrap(other) - self

    def __rmul__(self, other):
        return self.wrap(other) * self

    def __rtruediv__(self, other):
        return self.wrap(other) / self


class InPlace:
    """x += y and its relatives."""

    def __iadd__(self, other):
        return self + other

    def __isub__(self, other):
        self.data -= self.wrap(other).data
        return self

    def __imul__(self, other):
        return self * other

    def __itruediv__(self, other):
        return self / other

    def __ipow__(self, n):
        return self**n


class Functions:
    def tanh(self):
        t = math.tanh(self.data)
        return self.result(t, [(self, 1 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return self.result(e, [(self, e)])

    def relu(self):
        if self.data > 0:
            return self.result(self.data, [(self, 1.0)])
        return self.result(0.0, [(self, 0.0)])


class Value(Arithmetic, InPlace, Functions):
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._edges = []

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    @property
    def _prev(self):
        return tuple(node for node, _ in self._edges)

    @classmethod
    def wrap(cls, x):
        return x if isinstance(x, cls) else cls(x)

    @classmethod
    def result(cls, data, edges):
        out = cls(data)
        out._edges = edges
        return out

    def _backward(self):
        for node, slope in self._edges:
            node.grad += slope * self.grad

    def backward(self):
        order = []
        build_topo(self, set(), order)
        order.reverse()
        for node in order:
            if node._edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def build_topo(v, visited, topo):
    path = [v]
    while path:
        node = path[-1]
        visited.add(node)
        for inp, _ in node._edges:
            if inp not in visited:
                path.append(inp)
                break
        else:
            path.pop()
            topo.append(node)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
