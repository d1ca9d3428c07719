"""Dunder methods called by hand, slopes that may be numbers or questions, a stack with marks."""

import math


class Rule:
    """What an inner node knows about its making."""

    __slots__ = ("slopes",)

    def __init__(self, *slopes):
        self.slopes = slopes

    def __call__(self, node):
        for source, slope in zip(node._prev, self.slopes):
            # A slope is a number, or a function that is asked now.
            source.grad += node.grad * (slope() if callable(slope) else slope)


class Base:
    """All that only forwards."""

    def __radd__(self, other):
        return self.__add__(other)

    def __rmul__(self, other):
        return self.__mul__(other)

    def __sub__(self, other):
        return self.__add__(other.__neg__())

    def __rsub__(self, other):
        return self.__neg__().__add__(other)

    def __neg__(self):
        return self.__mul__(-1)

    def __truediv__(self, other):
        return self.__mul__(1 / other)

    def __rtruediv__(self, other):
        return self._inverse().__mul__(other)


class Value(Base):
    def __init__(self, data, _prev=(), _rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._rule = _rule

    def _backward(self):
        if self._rule:
            self._rule(self)

    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, (self, other), Rule(1, 1))
        return Value(self.data + other, (self,), Rule(1))

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(
                self.data * other.data,
                (self, other),
                Rule(lambda: other.data, lambda: self.data),
            )
        return Value(self.data * other, (self,), Rule(other))

    def __truediv__(self, other):
        if isinstance(other, Value):
            q = self.data / other.data
            return Value(
                q, (self, other), Rule(lambda: 1 / other.data, lambda: -q / other.data)
            )
        return Value(self.data / other, (self,), Rule(1 / other))

    def _inverse(self):
        return Value(1 / self.data, (self,), Rule(lambda: -1 / self.data / self.data))

    def __pow__(self, n):
        if n == 0:
            return Value(1, (self,), Rule(0))
        return Value(self.data**n, (self,), Rule(lambda: n * self.data ** (n - 1)))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), Rule(1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), Rule(e))

    def relu(self):
        return Value(max(0, self.data), (self,), Rule(int(self.data > 0)))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._rule is not None:
                node.grad = 0.0
        self.grad += 1
        order.reverse()
        for node in order:
            node._backward()


def build_topo(v, visited, topo):
    # A None on top of a node says: its inputs have not been looked at yet.
    steps = [v, None]
    opened = set()
    while steps:
        if steps[-1] is None:
            steps.pop()
            node = steps[-1]
            if node in opened:
                steps.pop()
                continue
            opened.add(node)
            for source in node._prev:
                if source not in opened:
                    steps += (source, None)
        else:
            topo.append(steps.pop())


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    while order:
        order.pop().grad = 0.0
