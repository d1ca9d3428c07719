"""Plain numbers never become nodes; rules are partial functions."""

import math
from functools import partial


def is_node(x):
    return isinstance(x, Value)


def linear_rule(out, pairs):
    for node, slope in pairs:
        node.grad += slope * out.grad


def joined(data, *pairs):
    out = Value(data)
    out._prev = tuple(node for node, _ in pairs)
    out._backward = partial(linear_rule, out, pairs)
    return out


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = int

    def __add__(self, other):
        if is_node(other):
            return joined(self.data + other.data, (self, 1), (other, 1))
        return joined(self.data + other, (self, 1))

    def __radd__(self, other):
        return joined(other + self.data, (self, 1))

    def __sub__(self, other):
        if is_node(other):
            return joined(self.data - other.data, (self, 1), (other, -1))
        return joined(self.data - other, (self, 1))

    def __rsub__(self, other):
        return joined(other - self.data, (self, -1))

    def __mul__(self, other):
        if is_node(other):
            return joined(self.data * other.data, (self, other.data), (other, self.data))
        return joined(self.data * other, (self, other))

    def __rmul__(self, other):
        return joined(other * self.data, (self, other))

    def __truediv__(self, other):
        if is_node(other):
            q = self.data / other.data
            return joined(q, (self, 1 / other.data), (other, -q / other.data))
        return joined(self.data / other, (self, 1 / other))

    def __rtruediv__(self, other):
        q = other / self.data
        return joined(q, (self, -q / self.data))

    def __neg__(self):
        return joined(-self.data, (self, -1))

    def __pow__(self, n):
        return joined(self.data**n, (self, 0 if n == 0 else n * self.data ** (n - 1)))

    def tanh(self):
        t = math.tanh(self.data)
        return joined(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return joined(e, (self, e))

    def relu(self):
        on = 1 if self.data > 0 else 0
        return joined(self.data if on else 0.0, (self, on))

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
