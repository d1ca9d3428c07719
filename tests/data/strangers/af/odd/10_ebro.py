import math
from dataclasses import dataclass, field
from typing import Callable


class Ledger:
    """What a node has received; inner nodes forget it when a new call begins."""

    __slots__ = ("total", "call")
    calls = 0

    def __init__(self):
        self.total = 0.0
        self.call = 0

    def enter(self, share, forget):
        if forget and self.call != Ledger.calls:
            self.total = 0.0
        self.call = Ledger.calls
        self.total += share


@dataclass(eq=False, repr=False)
class Value:
    data: float
    _prev: tuple = ()
    _rule: Callable | None = None
    _ledger: Ledger = field(default_factory=Ledger)

    @property
    def grad(self):
        return self._ledger.total

    @grad.setter
    def grad(self, number):
        self._ledger.total = number

    def _receive(self, share):
        self._ledger.enter(share, bool(self._prev))

    def _backward(self):
        if self._rule is not None:
            for node, share in zip(self._prev, self._rule(self.grad)):
                node._receive(share)

    @staticmethod
    def _wrap(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = self._wrap(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __mul__(self, other):
        other = self._wrap(other)
        a, b = self.data, other.data
        return Value(a * b, (self, other), lambda g: (b * g, a * g))

    def __truediv__(self, other):
        other = self._wrap(other)
        a, b = self.data, other.data
        return Value(a / b, (self, other), lambda g: (g / b, -g * (a / b) / b))

    def __pow__(self, n):
        x = self.data
        return Value(x**n, (self,), lambda g: (g * n * x ** (n - 1) if n else 0.0,))

    def __sub__(self, other):
        other = self._wrap(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __radd__(self, other):
        return self._wrap(other) + self

    def __rsub__(self, other):
        return self._wrap(other) - self

    def __rmul__(self, other):
        return self._wrap(other) * self

    def __rtruediv__(self, other):
        return self._wrap(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), lambda g: (g,))
        return Value(0.0, (self,), lambda g: (0.0,))

    def backward(self):
        Ledger.calls += 1
        topo: list[Value] = []
        build_topo(self, set(), topo)
        self._receive(1.0)
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [iter((v,))]
    waiting = [None]
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            done = waiting.pop()
            if done is not None:
                topo.append(done)
        elif node not in visited:
            visited.add(node)
            stack.append(iter(node._prev))
            waiting.append(node)


def zero_grad(root):
    topo: list[Value] = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
