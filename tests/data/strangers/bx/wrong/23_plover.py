"""Exercise 13: slopes are stored as numbers when a node is made."""

import math


class Value:
    """A number; `_edges` holds a pair (input, slope) for every input."""

    def __init__(self, data, *edges):
        self.data = data
        self.grad = 0.0
        self._edges = edges

    @property
    def _prev(self):
        return tuple(node for node, _ in self._edges)

    def _backward(self):
        for node, slope in self._edges:
            node.grad += slope * self.grad

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = Value.of(other)
        return Value(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = Value.of(other)
        inverse = 1.0 / other.data
        quotient = self.data / other.data
        return Value(quotient, (self, inverse), (other, -quotient * inverse))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, (self, 0.0))
        return Value(self.data**n, (self, n * self.data ** (n - 1)))

    def __radd__(self, other):
        return Value.of(other) + self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def __neg__(self):
        return Value(-self.data, (self, -1.0))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, 1.0 - t**2))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, e))

    def relu(self):
        return Value(max(self.data, 0.0), (self, float(self.data > 0)))

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(float(x))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, leaving = stack.pop()
        if leaving:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for child in node._prev:
                if child not in visited:
                    stack.append((child, False))


def zero_grad(root):
    seen = set()
    todo = [root]
    while todo:
        node = todo.pop()
        if node in seen or node.grad == 0.0:
            continue
        seen.add(node)
        node.grad = 0.0
        todo.extend(node._prev)
