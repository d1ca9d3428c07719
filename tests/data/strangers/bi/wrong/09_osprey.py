"""An engine with managed attributes: `data` is always a float."""

import math


class Value:
    """A number in a graph."""

    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward or (lambda: None)

    @property
    def data(self):
        return self._data

    @data.setter
    def data(self, number):
        self._data = float(number)
        self.grad = 0.0

    @classmethod
    def _lift(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def _unary(self, result, slope):
        out = Value(result, (self,))

        def _backward():
            self.grad += slope() * out.grad

        out._backward = _backward
        return out

    def _binary(self, other, result, left, right):
        out = Value(result, (self, other))

        def _backward():
            self.grad += left() * out.grad
            other.grad += right() * out.grad

        out._backward = _backward
        return out

    def __add__(self, other):
        other = Value._lift(other)
        return self._binary(other, self.data + other.data, lambda: 1.0, lambda: 1.0)

    def __mul__(self, other):
        other = Value._lift(other)
        return self._binary(
            other, self.data * other.data, lambda: other.data, lambda: self.data
        )

    def __neg__(self):
        return self._unary(-self.data, lambda: -1.0)

    def __sub__(self, other):
        return self + -Value._lift(other)

    def __truediv__(self, other):
        return self * Value._lift(other) ** -1

    def __pow__(self, n):
        def slope():
            return n * self.data ** (n - 1) if n != 0 else 0.0

        return self._unary(self.data**n, slope)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return Value._lift(other) - self

    def __rtruediv__(self, other):
        return Value._lift(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, lambda: 1.0 - t**2)

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, lambda: e)

    def relu(self):
        r = self.data if self.data > 0.0 else 0.0
        return self._unary(r, lambda: 1.0 if r > 0.0 else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    notes = [("enter", v)]
    while notes:
        what, node = notes.pop()
        if what == "leave":
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        notes.append(("leave", node))
        notes.extend(("enter", source) for source in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
