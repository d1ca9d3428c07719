import itertools
import math
from operator import attrgetter

_tickets = itertools.count()


class Value:
    """A number with a place: `3.17` is ticket 17, three operations above the leaves."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._partials = ()
        self._depth = max((p._depth for p in _prev), default=-1) + 1
        self._place = f"{self._depth}.{next(_tickets)}"

    def __repr__(self):
        made = " ".join(p._place for p in self._prev)
        return f"{self._place} = {self._op}({made}) = {self.data}"

    def _new(data, op, *pairs):
        out = Value(data, tuple(p for p, _ in pairs), op)
        out._partials = tuple(d for _, d in pairs)
        return out

    def _backward(self):
        for p, d in zip(self._prev, self._partials):
            p.grad += d * self.grad

    def __add__(a, b):
        b = a._same(b)
        return Value._new(a.data + b.data, "add", (a, 1.0), (b, 1.0))

    def __sub__(a, b):
        b = a._same(b)
        return Value._new(a.data - b.data, "sub", (a, 1.0), (b, -1.0))

    def __mul__(a, b):
        b = a._same(b)
        return Value._new(a.data * b.data, "mul", (a, b.data), (b, a.data))

    def __truediv__(a, b):
        b = a._same(b)
        return Value._new(
            a.data / b.data, "div", (a, 1.0 / b.data), (b, -a.data / (b.data * b.data))
        )

    def __radd__(a, b):
        return a._same(b) + a

    def __rsub__(a, b):
        return a._same(b) - a

    def __rmul__(a, b):
        return a._same(b) * a

    def __rtruediv__(a, b):
        return a._same(b) / a

    def __neg__(a):
        return Value._new(-a.data, "neg", (a, -1.0))

    def __pow__(a, n):
        d = 0.0 if n == 0 else n * a.data ** (n - 1)
        return Value._new(a.data**n, "pow", (a, d))

    def tanh(a):
        y = math.tanh(a.data)
        return Value._new(y, "tanh", (a, 1.0 - y * y))

    def exp(a):
        y = math.exp(a.data)
        return Value._new(y, "exp", (a, y))

    def relu(a):
        if a.data > 0.0:
            return Value._new(a.data, "relu", (a, 1.0))
        return Value._new(0.0, "relu", (a, 0.0))

    @staticmethod
    def _same(b):
        return b if isinstance(b, Value) else Value(b)

    def backward(self):
        nodes = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    todo = [v]
    while todo:
        node = todo.pop()
        topo.append(node)
        for child in node._prev:
            if child not in visited:
                visited.add(child)
                todo.append(child)
    # From the leaves up: an input is never as high as the node that uses it.
    topo.sort(key=attrgetter("_place"))


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
