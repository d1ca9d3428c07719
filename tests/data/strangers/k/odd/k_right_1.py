"""Gradients are pulled, not pushed: a node asks its consumers of this pass for their share.

`_backward` of a node works out its own gradient. Consumers are noted only for a pass.
"""
import math
from types import SimpleNamespace

NOW = SimpleNamespace(consumers={}, root=None)


class Value:
    def __init__(self, data, **how):
        self.data = data
        self.grad = 0.0
        self.how = how
        self._prev = [node for node, _ in how.values()]

    def _backward(self):
        pulled = 1.0 if self is NOW.root else 0.0
        for consumer, slope in NOW.consumers.get(self, ()):
            pulled += consumer.grad * slope()
        self.grad = pulled if self.how else self.grad + pulled

    def backward(self):
        build_topo(self, set(), topo := [])
        NOW.root, NOW.consumers = self, {}
        for node in topo:
            for operand, slope in node.how.values():
                NOW.consumers.setdefault(operand, []).append((node, slope))
        try:
            for node in topo[::-1]:
                node._backward()
        finally:
            NOW.root, NOW.consumers = None, {}

    def __add__(self, other, sign=1.0):
        other = self.like(other)
        return Value(
            self.data + sign * other.data,
            left=(self, lambda: 1.0),
            right=(other, lambda: sign),
        )

    def __sub__(self, other):
        return self.__add__(other, sign=-1.0)

    def __mul__(self, other):
        other = self.like(other)
        return Value(
            self.data * other.data,
            left=(self, lambda: other.data),
            right=(other, lambda: self.data),
        )

    def __truediv__(self, other):
        other = self.like(other)
        return Value(
            self.data / other.data,
            above=(self, lambda: 1.0 / other.data),
            below=(other, lambda: -self.data / (other.data * other.data)),
        )

    def __pow__(self, n):
        return Value(
            self.data**n, base=(self, lambda: n * self.data ** (n - 1) if n else 0.0)
        )

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, arg=(self, lambda: (1.0 + t) * (1.0 - t)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, arg=(self, lambda: e))

    def relu(self):
        x = self.data
        return Value(x if x > 0 else 0.0, arg=(self, lambda: float(x > 0)))

    def __neg__(self):
        return Value(-self.data, arg=(self, lambda: -1.0))

    __radd__ = __add__
    __rmul__ = __mul__
    __rsub__ = lambda self, other: self.like(other) - self
    __rtruediv__ = lambda self, other: self.like(other) / self

    @staticmethod
    def like(x):
        return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    todo = [(v, iter(v._prev))]
    visited.add(v)
    while todo:
        node, inputs = todo[-1]
        fresh = next((i for i in inputs if i not in visited), None)
        if fresh is None:
            topo.append(todo.pop()[0])
        else:
            visited.add(fresh)
            todo.append((fresh, iter(fresh._prev)))


def zero_grad(root):
    build_topo(root, set(), topo := [])
    for node in topo:
        setattr(node, "grad", 0.0)
