import math
from contextlib import contextmanager


class Value:
    recording = True

    def __init__(self, data, _prev=(), _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev if Value.recording else ()
        self._slopes = _slopes if Value.recording else ()

    @staticmethod
    @contextmanager
    def just_numbers():
        """Inside, operators work out numbers and remember nothing."""
        Value.recording = False
        yield
        Value.recording = True

    def _backward(self):
        for node, slope in zip(self._prev, self._slopes):
            node.grad += self.grad * slope

    def __add__(self, other):
        other = constant(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other):
        other = constant(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), (slope,))

    def _inverse(self):
        one_over = 1.0 / self.data
        return Value(one_over, (self,), (-one_over * one_over,))

    def __truediv__(self, other):
        other = constant(other)
        with Value.just_numbers():
            per_one = other._inverse().data
            ratio = (self * per_one).data
        return Value(ratio, (self, other), (per_one, -ratio * per_one))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + constant(other) * -1.0

    def __radd__(self, other):
        return constant(other) + self

    def __rmul__(self, other):
        return constant(other) * self

    def __rsub__(self, other):
        return constant(other) - self

    def __rtruediv__(self, other):
        return constant(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        positive = self.data > 0
        return Value(self.data if positive else 0.0, (self,), (1.0 if positive else 0.0,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def constant(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    found = [v]
    waits = {v: 0}
    for node in found:
        for inp in node._prev:
            if inp not in waits:
                waits[inp] = 0
                found.append(inp)
            waits[inp] += 1
    ready, backwards = [v], []
    while ready:
        node = ready.pop()
        backwards.append(node)
        for inp in node._prev:
            waits[inp] -= 1
            if waits[inp] == 0:
                ready.append(inp)
    topo.extend(reversed(backwards))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
