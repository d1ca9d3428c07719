import math
from numbers import Number


class Value:
    """Operators with a plain number have rules of their own: the number is no node."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def _scaled(self, factor, data, op):
        out = Value(data, (self,), op)

        def rule():
            self.grad += factor * out.grad

        out._backward = rule
        return out

    def _joined(self, other, left, right, data, op):
        out = Value(data, (self, other), op)

        def rule():
            self.grad += left * out.grad
            other.grad += right * out.grad

        out._backward = rule
        return out

    def __add__(self, other):
        if isinstance(other, Number):
            return self._scaled(1.0, self.data + other, "+")
        return self._joined(other, 1.0, 1.0, self.data + other.data, "+")

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, Number):
            return self._scaled(1.0, self.data - other, "-")
        return self._joined(other, 1.0, -1.0, self.data - other.data, "-")

    def __rsub__(self, other):
        return self._scaled(-1.0, other - self.data, "-")

    def __mul__(self, other):
        if isinstance(other, Number):
            if other == 0:
                return Value(0.0)
            return self._scaled(other, self.data * other, "*")
        return self._joined(other, other.data, self.data, self.data * other.data, "*")

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, Number):
            return self._scaled(1.0 / other, self.data / other, "/")
        q = self.data / other.data
        return self._joined(other, 1.0 / other.data, -q / other.data, q, "/")

    def __rtruediv__(self, other):
        q = other / self.data
        return self._scaled(-q / self.data, q, "/")

    def __neg__(self):
        return self._scaled(-1.0, -self.data, "neg")

    def __pow__(self, n):
        factor = n * self.data ** (n - 1) if n != 0 else 0.0
        return self._scaled(factor, self.data**n, "**")

    def tanh(self):
        t = math.tanh(self.data)
        return self._scaled(1 - t * t, t, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._scaled(e, e, "exp")

    def relu(self):
        if self.data > 0:
            return self._scaled(1.0, self.data, "relu")
        return self._scaled(0.0, 0.0, "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    count = {v: 0}
    todo = [v]
    while todo:
        for p in todo.pop()._prev:
            if p not in count:
                count[p] = 0
                todo.append(p)
            count[p] += 1
    ready, consumers_first = [v], []
    while ready:
        node = ready.pop()
        consumers_first.append(node)
        for p in node._prev:
            count[p] -= 1
            if count[p] == 0:
                ready.append(p)
    visited.update(consumers_first)
    topo.extend(reversed(consumers_first))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
