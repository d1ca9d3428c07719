"""Inner nodes are cleared when a call meets them for the first time: each call has a tick."""

from itertools import cycle
from math import exp, tanh

ticks = cycle(range(1, 129))


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_backward", "_tick")

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None
        self._tick = 0

    def _fresh(self, tick):
        if self._tick != tick:
            self._tick = tick
            if self._prev:
                self.grad = 0.0

    def __add__(self, other):
        return two(self, other, "+", lambda x, y: (x + y, 1.0, 1.0))

    def __radd__(self, other):
        return two(other, self, "+", lambda x, y: (x + y, 1.0, 1.0))

    def __sub__(self, other):
        return two(self, other, "-", lambda x, y: (x - y, 1.0, -1.0))

    def __rsub__(self, other):
        return two(other, self, "-", lambda x, y: (x - y, 1.0, -1.0))

    def __mul__(self, other):
        return two(self, other, "*", lambda x, y: (x * y, y, x))

    def __rmul__(self, other):
        return two(other, self, "*", lambda x, y: (x * y, y, x))

    def __truediv__(self, other):
        return two(self, other, "/", lambda x, y: (x / y, 1 / y, -x / y / y))

    def __rtruediv__(self, other):
        return two(other, self, "/", lambda x, y: (x / y, 1 / y, -x / y / y))

    def __neg__(self):
        return one(self, "neg", -self.data, -1.0)

    def __pow__(self, n):
        return one(self, "**", self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = tanh(self.data)
        return one(self, "tanh", t, (1 + t) * (1 - t))

    def exp(self):
        e = exp(self.data)
        return one(self, "exp", e, e)

    def relu(self):
        return one(self, "relu", *((self.data, 1.0) if self.data > 0 else (0.0, 0.0)))

    def backward(self):
        tick = next(ticks)
        topo = []
        build_topo(self, set(), topo)
        self._fresh(tick)
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward:
                for p in node._prev:
                    p._fresh(tick)
                node._backward()


def two(left, right, op, work):
    left = left if isinstance(left, Value) else Value(left)
    right = right if isinstance(right, Value) else Value(right)
    data, dl, dr = work(left.data, right.data)
    out = Value(data, (left, right), op)

    def rule():
        left.grad += dl * out.grad
        right.grad += dr * out.grad

    out._backward = rule
    return out


def one(x, op, data, slope):
    out = Value(data, (x,), op)

    def rule():
        x.grad += slope * out.grad

    out._backward = rule
    return out


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, left = stack[-1]
        for p in left:
            if p not in visited:
                visited.add(p)
                stack.append((p, iter(p._prev)))
                break
        else:
            stack.pop()
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
