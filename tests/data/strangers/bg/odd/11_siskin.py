"""build_topo is the short recursive one, only that nobody calls: a trampoline does it."""

import math
from types import GeneratorType


def trampoline(task):
    """Run a generator that yields the generators it wants to have run first."""
    tasks = [task]
    while tasks:
        try:
            wanted = next(tasks[-1])
        except StopIteration:
            del tasks[-1]
        else:
            assert isinstance(wanted, GeneratorType)
            tasks.append(wanted)


def visit(v, visited, topo):
    visited.add(v)
    for source in v._prev:
        if source not in visited:
            yield visit(source, visited, topo)
    topo.append(v)


def build_topo(v, visited, topo):
    trampoline(visit(v, visited, topo))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0


def plain(method):
    """Numbers on the other side become nodes. What is no number is not our business."""

    def operator(self, other):
        if not isinstance(other, Value):
            try:
                other = Value(0.0 + other)
            except TypeError:
                return NotImplemented
        return method(self, other)

    operator.__name__ = method.__name__
    return operator


class Value:
    grad = 0.0  # until somebody writes another one

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self._prev = _prev
        self._op = _op
        self._backward = None

    def _gets(self, g):
        self.grad = self.grad + g

    @plain
    def __add__(self, other):
        out = Value(self.data + other.data, (self, other), "+")
        out._backward = lambda: (self._gets(out.grad), other._gets(out.grad))
        return out

    @plain
    def __sub__(self, other):
        out = Value(self.data - other.data, (self, other), "-")
        out._backward = lambda: (self._gets(out.grad), other._gets(-out.grad))
        return out

    @plain
    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other), "*")
        out._backward = lambda: (
            self._gets(out.grad * other.data),
            other._gets(out.grad * self.data),
        )
        return out

    @plain
    def __truediv__(self, other):
        out = Value(self.data / other.data, (self, other), "/")
        out._backward = lambda: (
            self._gets(out.grad / other.data),
            other._gets(-out.grad / other.data * out.data),
        )
        return out

    __radd__ = plain(lambda self, other: other + self)
    __rsub__ = plain(lambda self, other: other - self)
    __rmul__ = plain(lambda self, other: other * self)
    __rtruediv__ = plain(lambda self, other: other / self)

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")
        out._backward = lambda: self._gets(-out.grad)
        return out

    def __pow__(self, n):
        def of(x, k):
            if k == 0:
                return 1.0
            try:
                return float(x) ** k
            except OverflowError:
                return (1 if x > 0 or k % 2 == 0 else -1) * math.inf

        def rule():
            x = self.data
            if n == 0:
                self._gets(0.0)
            elif x == 0 and n < 1:
                self._gets(out.grad * math.inf)
            else:
                self._gets(out.grad * (n * of(x, n - 1)))

        out = Value(of(self.data, n), (self,), "pow")
        out._backward = rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")
        out._backward = lambda: self._gets(out.grad * (1 - out.data * out.data))
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")
        out._backward = lambda: self._gets(out.grad * out.data)
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")
        out._backward = lambda: self._gets(out.grad if out.data > 0 else 0.0)
        return out

    def backward(self):
        topo = []
        trampoline(visit(self, set(), topo))
        for node in topo:
            if node._backward:
                # Back to the 0.0 of the class.
                node.__dict__.pop("grad", None)
        self._gets(1.0)
        for node in reversed(topo):
            node._backward and node._backward()
