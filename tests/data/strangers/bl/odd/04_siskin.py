"""Every node has a serial number, and a queue hands out the newest node first.

Only leaves have a gradient to read. On a result `grad` is always 0.0."""

import heapq
import itertools
import math

serial = itertools.count()


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None
        self._serial = next(serial)

    def __lt__(self, other):
        """Which of two comes out of the queue first."""
        return self._serial > other._serial

    def backward(self):
        flow, queue = {self: 1.0}, [self]
        while queue:
            node = heapq.heappop(queue)
            g = flow.pop(node)
            if node._backward is None:
                node.grad += g
                continue
            for inp, part in zip(node._prev, node._backward(g)):
                if inp not in flow:
                    flow[inp] = 0.0
                    heapq.heappush(queue, inp)
                flow[inp] += part

    def __add__(self, other):
        other = leaf(other)
        return Result(self.data + other.data, (self, other), lambda g: (g, g))

    def __radd__(self, other):
        return leaf(other) + self

    def __sub__(self, other):
        return self + (-leaf(other))

    def __rsub__(self, other):
        return leaf(other) + (-self)

    def __neg__(self):
        return Result(-self.data, (self,), lambda g: (-g,))

    def __mul__(self, other):
        other = leaf(other)
        a, b = self.data, other.data
        return Result(a * b, (self, other), lambda g: (g * b, g * a))

    def __rmul__(self, other):
        return leaf(other) * self

    def __truediv__(self, other):
        other = leaf(other)
        a, b = self.data, other.data
        return Result(a / b, (self, other), lambda g: (g / b, -g * (a / b) / b))

    def __rtruediv__(self, other):
        return leaf(other) / self

    def __pow__(self, n):
        a = self.data
        return Result(a**n, (self,), lambda g: (g * n * a ** (n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Result(t, (self,), lambda g: (g - g * t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Result(e, (self,), lambda g: (g * e,))

    def relu(self):
        a = self.data
        return Result(max(0.0, a), (self,), lambda g: (g if a > 0 else 0.0,))


class Result(Value):
    grad = property(lambda self: 0.0, lambda self, number: None)

    def __init__(self, data, inputs, rule):
        super().__init__(data)
        self._prev = inputs
        self._backward = rule


def leaf(x):
    return x if isinstance(x, Value) else Value(float(x))


def newest_first(root):
    queue, met = [root], {root}
    while queue:
        node = heapq.heappop(queue)
        yield node
        for inp in node._prev:
            if inp not in met:
                met.add(inp)
                heapq.heappush(queue, inp)


def build_topo(v, visited, topo):
    topo[:] = list(newest_first(v))[::-1]


def zero_grad(root):
    for node in newest_first(root):
        node.grad = 0.0
