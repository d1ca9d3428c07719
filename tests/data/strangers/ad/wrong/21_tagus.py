"""Numbers stay numbers."""

import math
from functools import partial


def known(x):
    return isinstance(x, Value)


def contribute(out, pairs):
    for node, slope in pairs:
        node.grad += slope * out.grad


def node_from(data, *pairs):
    out = Value(data)
    out._prev = tuple(node for node, _ in pairs)
    out._backward = partial(contribute, out, pairs)
    return out


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = int

    def __add__(self, other):
        if known(other):
            return node_from(self.data + other.data, (self, 1), (other, 1))
        return node_from(self.data + other, (self, 1))

    def __radd__(self, other):
        return node_from(other + self.data, (self, 1))

    def __sub__(self, other):
        if known(other):
            return node_from(self.data - other.data, (self, 1), (other, -1))
        return node_from(self.data - other, (self, 1))

    def __rsub__(self, other):
        return node_from(other - self.data, (self, -1))

    def __mul__(self, other):
        if known(other):
            return node_from(self.data * other.data, (self, other.data), (other, self.data))
        return node_from(self.data * other, (self, other))

    def __rmul__(self, other):
        return node_from(other * self.data, (self, other))

    def __truediv__(self, other):
        if known(other):
            q = self.data / other.data
            return node_from(q, (self, 1 / other.data), (other, -q / other.data))
        return node_from(self.data / other, (self, 1 / other))

    def __rtruediv__(self, other):
        q = other / self.data
        return node_from(q, (self, -q / self.data))

    def __neg__(self):
        return node_from(-self.data, (self, -1))

    def __pow__(self, n):
        return node_from(self.data**n, (self, 0 if n == 0 else n * self.data ** (n - 1)))

    def tanh(self):
        t = math.tanh(self.data)
        return node_from(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return node_from(e, (self, e))

    def relu(self):
        on = 1 if self.data > 0 else 0
        return node_from(self.data if on else 0.0, (self, on))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        self.grad = 1.0 if self._prev else self.grad + 1.0
        for node in order[::-1]:
            node._backward()
        for node in order[:-1]:
            if node._prev:
                node.grad = 0.0


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        first = [source for source in node._prev if source not in visited]
        if first:
            stack.extend(first)
        else:
            visited.add(stack.pop())
            topo.append(node)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
