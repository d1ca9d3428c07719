"""One tape for everybody. A node's place on the tape is its rank: inputs stand further left."""

import math

TAPE = []


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = None
        self._place = len(TAPE)
        TAPE.append(self)

    def _record(self, rule):
        self._backward = rule
        return self

    def __add__(self, other):
        other = to_value(other)
        out = Value(self.data + other.data, (self, other))

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        return out._record(rule)

    def __sub__(self, other):
        other = to_value(other)
        out = Value(self.data - other.data, (self, other))

        def rule():
            self.grad += out.grad
            other.grad -= out.grad

        return out._record(rule)

    def __mul__(self, other):
        other = to_value(other)
        out = Value(self.data * other.data, (self, other))

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        return out._record(rule)

    def __truediv__(self, other):
        other = to_value(other)
        out = Value(self.data / other.data, (self, other))

        def rule():
            self.grad += out.grad / other.data
            other.grad -= out.data * out.grad / other.data

        return out._record(rule)

    def __pow__(self, n):
        out = Value(self.data**n, (self,))
        factor = n * self.data ** (n - 1) if n else 0.0

        def rule():
            self.grad += factor * out.grad

        return out._record(rule)

    def __neg__(self):
        return 0 - self

    def __radd__(self, other):
        return to_value(other) + self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def rule():
            self.grad += (1 - out.data**2) * out.grad

        return out._record(rule)

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def rule():
            self.grad += out.data * out.grad

        return out._record(rule)

    def relu(self):
        out = Value(max(self.data, 0.0), (self,))

        def rule():
            self.grad += out.grad if self.data > 0 else 0.0

        return out._record(rule)

    def backward(self):
        mine = collect(self)
        for node in mine:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        first = min(node._place for node in mine)
        for node in reversed(TAPE[first : self._place + 1]):
            if node._backward is not None:
                node._backward()


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


def collect(root):
    found = {root}
    todo = [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in found:
                found.add(p)
                todo.append(p)
    return found


def build_topo(v, visited, topo):
    visited |= collect(v)
    topo += sorted(visited, key=lambda node: node._place)


def zero_grad(root):
    for node in collect(root):
        node.grad = 0.0
