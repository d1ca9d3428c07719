"""Exercise 13: the engine."""

import math


class Value:
    """A number with edges: pairs of an input and the slope towards it."""

    def __init__(self, data, edges=()):
        self.data = data
        self.grad = 0.0
        self._edges = tuple(edges)
        self._prev = tuple(node for node, _ in self._edges)

    @staticmethod
    def of(thing):
        return thing if isinstance(thing, Value) else Value(float(thing))

    def _backward(self):
        for node, slope in self._edges:
            node.grad += slope * self.grad

    # -- arithmetic ------------------------------------------------------

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __sub__(self, other):
        other = Value.of(other)
        return Value(self.data - other.data, [(self, 1.0), (other, -1.0)])

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    def __truediv__(self, other):
        other = Value.of(other)
        if other.data == 1.0:
            return Value(self.data, [(self, 1.0)])
        ratio = self.data / other.data
        return Value(ratio, [(self, 1.0 / other.data), (other, -ratio / other.data)])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, [(self, slope)])

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    # -- functions -------------------------------------------------------

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def relu(self):
        if self.data > 0:
            return Value(self.data, [(self, 1.0)])
        return Value(0.0, [(self, 0.0)])

    # -- the way back ----------------------------------------------------

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((n, False) for n in node._prev if n not in visited)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
