import math
from typing import NamedTuple


class Origin(NamedTuple):
    """Where a node comes from: the inputs, and a function g -> share of each input."""
    inputs: tuple
    shares: object


LEAF = Origin((), lambda g: ())


def schedule(root):
    """All nodes of the graph, each after all of its consumers."""
    consumers = {root: 0}
    queue = [root]
    for node in queue:
        for inp in node._prev:
            if inp in consumers:
                consumers[inp] += 1
            else:
                consumers[inp] = 1
                queue.append(inp)
    ready, result = [root], []
    while ready:
        node = ready.pop()
        result.append(node)
        for inp in node._prev:
            consumers[inp] -= 1
            if consumers[inp] == 0:
                ready.append(inp)
    return result


def build_topo(v, visited, topo):
    topo.extend(schedule(v))
    visited.update(topo)


def zero_grad(root):
    for node in schedule(root):
        node.grad = 0.0


class Value:
    def __init__(self, data, origin=LEAF):
        self.data = data
        self.grad = 0.0
        self.origin = origin

    @property
    def _prev(self):
        return self.origin.inputs

    @property
    def _backward(self):
        return self.origin.shares

    def backward(self):
        plan = schedule(self)
        for node in plan:
            if node.origin is not LEAF:
                node.grad = 0.0
        self.grad += 1.0
        for node in plan:
            for inp, share in zip(node._prev, node._backward(node.grad)):
                inp.grad += share

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        return Value(self.data + other.data, Origin((self, other), lambda g: (g, g)))

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        return Value(self.data - other.data, Origin((self, other), lambda g: (g, -g)))

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        return Value(self.data * other.data,
                     Origin((self, other), lambda g: (g * other.data, g * self.data)))

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        r = self.data / other.data
        return Value(r, Origin((self, other), lambda g: (g / other.data, -g * r / other.data)))

    def __neg__(self):
        return Value(-self.data, Origin((self,), lambda g: (-g,)))

    def __pow__(self, n):
        return Value(self.data ** n,
                     Origin((self,), lambda g: (g * n * self.data ** (n - 1) if n else 0.0,)))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, Origin((self,), lambda g: (g - g * t * t,)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, Origin((self,), lambda g: (g * e,)))

    def relu(self):
        return Value(max(self.data, 0.0),
                     Origin((self,), lambda g: (g if self.data > 0 else 0.0,)))

    def __radd__(self, other):
        return Value(float(other)) + self

    def __rsub__(self, other):
        return Value(float(other)) - self

    def __rmul__(self, other):
        return Value(float(other)) * self

    def __rtruediv__(self, other):
        return Value(float(other)) / self
