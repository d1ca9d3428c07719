"""A tape: every operation is written down in the order in which it was done."""

import math

TAPE = []


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = None
        self._place = -1

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __add__(self, other):
        other = constant(other)
        return record(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = constant(other)
        return record(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = constant(other)
        return record(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = constant(other)
        quotient = self.data / other.data
        slopes = (1.0 / other.data, -quotient / other.data)
        return record(quotient, (self, other), slopes)

    def __radd__(self, other):
        return constant(other) + self

    def __rsub__(self, other):
        return constant(other) - self

    def __rmul__(self, other):
        return constant(other) * self

    def __rtruediv__(self, other):
        return constant(other) / self

    def __neg__(self):
        return record(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return record(self.data**n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return record(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return record(e, (self,), (e,))

    def relu(self):
        if self.data > 0:
            return record(self.data, (self,), (1.0,))
        return record(0.0, (self,), (0.0,))

    def backward(self):
        for node in reachable(self):
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(TAPE[: self._place + 1]):
            if node.grad != 0.0:
                node._backward()


def constant(x):
    return x if isinstance(x, Value) else Value(x)


def record(data, inputs, slopes):
    out = Value(data)
    out._prev = inputs

    def rule():
        for node, slope in zip(inputs, slopes):
            node.grad += slope * out.grad

    out._backward = rule
    out._place = len(TAPE)
    TAPE.append(out)
    return out


def reachable(root):
    found = {root}
    waiting = [root]
    while waiting:
        for node in waiting.pop()._prev:
            if node not in found:
                found.add(node)
                waiting.append(node)
    return found


def build_topo(v, visited, topo):
    # leaves have the place -1, so they come first; after that the tape is in order
    found = reachable(v)
    visited |= found
    topo.extend(sorted(found, key=lambda node: node._place))


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
