"""Rules are partial functions over pairs of node and slope."""

import math
from functools import partial


def is_node(x):
    return isinstance(x, Value)


def send(out, pairs):
    for node, slope in pairs:
        node.grad += slope * out.grad


def make(data, *pairs):
    out = Value(data)
    out._prev = tuple(node for node, _ in pairs)
    out._backward = partial(send, out, pairs)
    return out


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = int

    def __add__(self, other):
        if is_node(other):
            return make(self.data + other.data, (self, 1), (other, 1))
        return make(self.data + other, (self, 1))

    def __radd__(self, other):
        return make(other + self.data, (self, 1))

    def __sub__(self, other):
        if is_node(other):
            return make(self.data - other.data, (self, 1), (other, -1))
        return make(self.data - other, (self, 1))

    def __rsub__(self, other):
        return make(other - self.data, (self, -1))

    def __mul__(self, other):
        if is_node(other):
            return make(self.data * other.data, (self, other.data), (other, self.data))
        return make(self.data * other, (self, other))

    def __rmul__(self, other):
        return make(other * self.data, (self, other))

    def __imul__(self, other):
        if is_node(other) or not self._prev:
            return self * other
        self.data *= other
        pairs = [(node, slope * other) for node, slope in self._backward.args[1]]
        self._backward = partial(send, self, pairs)
        return self

    def __truediv__(self, other):
        if is_node(other):
            q = self.data / other.data
            return make(q, (self, 1 / other.data), (other, -q / other.data))
        return make(self.data / other, (self, 1 / other))

    def __rtruediv__(self, other):
        q = other / self.data
        return make(q, (self, -q / self.data))

    def __neg__(self):
        return make(-self.data, (self, -1))

    def __pow__(self, n):
        return make(self.data**n, (self, 0 if n == 0 else n * self.data ** (n - 1)))

    def tanh(self):
        t = math.tanh(self.data)
        return make(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return make(e, (self, e))

    def relu(self):
        on = 1 if self.data > 0 else 0
        return make(self.data if on else 0.0, (self, on))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad = 1.0 if self._prev else self.grad + 1.0
        for node in order[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        missing = [source for source in node._prev if source not in visited]
        if missing:
            stack.extend(missing)
        else:
            visited.add(stack.pop())
            topo.append(node)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
