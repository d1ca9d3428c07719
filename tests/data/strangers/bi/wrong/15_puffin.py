"""A small engine on partial functions."""

import math
from functools import partial


def _idle():
    return None


def _send(out, targets):
    for node, slope in targets:
        node.grad += slope * out.grad


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "__weakref__")

    def __init__(self, data, targets=()):
        self.data = data
        self.grad = 0.0
        self._prev = [node for node, _ in targets]
        self._backward = partial(_send, self, targets) if targets else _idle

    def __add__(self, other):
        other = to_value(other)
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __sub__(self, other):
        other = to_value(other)
        return Value(self.data - other.data, [(self, 1.0), (other, -1.0)])

    def __mul__(self, other):
        other = to_value(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    def __truediv__(self, other):
        other = to_value(other)
        inverse = 1.0 / other.data
        return Value(
            self.data / other.data,
            [(self, inverse), (other, -self.data * inverse * inverse)],
        )

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, [(self, slope)])

    def __radd__(self, other):
        return self.__add__(other)

    def __rmul__(self, other):
        return self.__mul__(other)

    def __rsub__(self, other):
        return to_value(other).__sub__(self)

    def __rtruediv__(self, other):
        return to_value(other).__truediv__(self)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def relu(self):
        if self.data > 0.0:
            return Value(self.data, [(self, 1.0)])
        return Value(0.0, [(self, 0.0)])

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while order:
            order.pop()._backward()


def to_value(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, list(v._prev))]
    while stack:
        node, left = stack[-1]
        if not left:
            topo.append(node)
            stack.pop()
            continue
        source = left.pop()
        if source not in visited:
            visited.add(source)
            stack.append((source, list(source._prev)))


def zero_grad(root):
    """Clear downwards from the root; what is cleared already is not walked again."""
    stack = [root]
    while stack:
        node = stack.pop()
        node.grad = 0.0
        stack.extend(source for source in node._prev if source.grad)
