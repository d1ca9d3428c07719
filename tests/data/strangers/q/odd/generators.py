"""The exam with generators: an operation computes its number and then waits for gradients."""

import functools
import math


def operation(steps):
    """Turn a generator (first its inputs, then its number, then waiting) into a method."""

    @functools.wraps(steps)
    def method(*arguments):
        running = steps(*arguments)
        inputs = next(running)
        out = Value(next(running), inputs)
        next(running)  # now it waits at its first  g = yield
        out._waiting = running
        return out

    return method


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._waiting = None

    def _backward(self):
        if self._waiting is not None:
            self._waiting.send(self.grad)

    @operation
    def __add__(self, other):
        other = node(other)
        yield self, other
        yield self.data + other.data
        while True:
            g = yield
            self.grad += g
            other.grad += g

    @operation
    def __mul__(self, other):
        other = node(other)
        yield self, other
        yield self.data * other.data
        while True:
            g = yield
            self.grad += g * other.data
            other.grad += g * self.data

    @operation
    def __truediv__(self, other):
        other = node(other)
        yield self, other
        ratio = self.data / other.data
        yield ratio
        while True:
            g = yield
            self.grad += g / other.data
            other.grad -= g * (ratio / other.data)

    @operation
    def __pow__(self, n):
        def to_the(n):
            try:
                return self.data**n
            except OverflowError:
                return math.inf if n % 2 != 1 else math.copysign(math.inf, self.data)

        yield (self,)
        yield to_the(n)
        while True:
            g = yield
            if n != 0:
                self.grad += g * (n * to_the(n - 1))

    @operation
    def tanh(self):
        yield (self,)
        t = math.tanh(self.data)
        yield t
        while True:
            g = yield
            self.grad += (1 - t * t) * g

    @operation
    def exp(self):
        yield (self,)
        e = math.exp(self.data)
        yield e
        while True:
            g = yield
            self.grad += e * g

    @operation
    def relu(self):
        yield (self,)
        positive = self.data > 0
        yield self.data if positive else 0.0
        while True:
            g = yield
            if positive:
                self.grad += g

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -node(other)

    def __rsub__(self, other):
        return node(other) + -self

    def __rtruediv__(self, other):
        return node(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        order = list(inputs_first(self))
        for each in order:
            if each._prev:
                each.grad = 0.0
        self.grad += 1.0
        for each in reversed(order):
            each._backward()


def node(x):
    return x if isinstance(x, Value) else Value(x)


def inputs_first(root):
    seen, path = {root}, [(root, iter(root._prev))]
    while path:
        current, inputs = path[-1]
        below = next((b for b in inputs if b not in seen), None)
        if below is None:
            yield current
            path.pop()
        else:
            seen.add(below)
            path.append((below, iter(below._prev)))


def build_topo(v, visited, topo):
    for each in inputs_first(v):
        topo.append(each)


def zero_grad(root):
    for each in inputs_first(root):
        each.grad = 0.0
