"""Exam engine out of small classes: what leaves and inner nodes do before a call
of backward() is in two classes of its own."""

import math


class Keeps:
    """For nodes whose gradient lives on from call to call."""

    def prepare(self):
        pass


class Restarts:
    """For nodes whose gradient begins anew in every call."""

    def prepare(self):
        self.grad = 0.0


class Arithmetic:
    def _box(self, x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = self._box(other)
        return Result(self.data + other.data, (self, other), "+", (1.0, 1.0))

    def __sub__(self, other):
        other = self._box(other)
        return Result(self.data - other.data, (self, other), "-", (1.0, -1.0))

    def __mul__(self, other):
        other = self._box(other)
        return Result(self.data * other.data, (self, other), "*", (other.data, self.data))

    def __truediv__(self, other):
        other = self._box(other)
        slopes = (1.0 / other.data, -self.data / other.data**2)
        return Result(self.data / other.data, (self, other), "/", slopes)

    def __radd__(self, other):
        return self._box(other) + self

    def __rsub__(self, other):
        return self._box(other) - self

    def __rmul__(self, other):
        return self._box(other) * self

    def __rtruediv__(self, other):
        return self._box(other) / self

    def __neg__(self):
        return Result(-self.data, (self,), "neg", (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Result(self.data**n, (self,), "**", (slope,))


class Functions:
    def tanh(self):
        t = math.tanh(self.data)
        return Result(t, (self,), "tanh", (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Result(e, (self,), "exp", (e,))

    def relu(self):
        on = 1.0 if self.data > 0.0 else 0.0
        return Result(max(self.data, 0.0), (self,), "relu", (on,))


class Value(Arithmetic, Functions, Keeps):
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op

    def _backward(self):
        pass

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            node.prepare()
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


class Result(Value, Restarts):
    def __init__(self, data, _prev, _op, slopes):
        super().__init__(data, _prev, _op)
        self.slopes = slopes

    def _backward(self):
        for source, slope in zip(self._prev, self.slopes):
            source.grad += slope * self.grad


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, expanded = stack.pop()
        if not expanded and node not in visited:
            visited.add(node)
            stack.append((node, True))
            for source in node._prev:
                stack.append((source, False))
        elif expanded:
            topo.append(node)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
