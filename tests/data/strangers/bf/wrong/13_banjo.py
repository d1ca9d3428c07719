"""Sums are linear combinations; everything else keeps a list of (input, slope)."""

import math


def linear(weights):
    """The node  w1*n1 + w2*n2 + ...  for a table {node: weight}."""
    total = 0.0
    for node, weight in weights.items():
        total += weight * node.data
    return Value(total, list(weights.items()))


def _v(x):
    return x if isinstance(x, Value) else Value(x)


class Value:
    def __init__(self, data, parts=()):
        self.data = float(data)
        self.grad = 0.0
        self._parts = parts
        self._prev = tuple(node for node, _ in parts)

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    # sums

    def __add__(self, other):
        return linear({self: 1.0, _v(other): 1.0})

    def __sub__(self, other):
        return linear({self: 1.0, _v(other): -1.0})

    def __neg__(self):
        return linear({self: -1.0})

    def __radd__(self, other):
        return _v(other) + self

    def __rsub__(self, other):
        return _v(other) - self

    # products

    def __mul__(self, other):
        other = _v(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    def __truediv__(self, other):
        other = _v(other)
        q = self.data / other.data
        return Value(q, [(self, 1.0 / other.data), (other, -q / other.data)])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, [(self, slope)])

    def __rmul__(self, other):
        return _v(other) * self

    def __rtruediv__(self, other):
        return _v(other) / self

    # functions

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def relu(self):
        return Value(max(self.data, 0.0), [(self, 1.0 if self.data > 0 else 0.0)])

    def _backward(self):
        for node, slope in self._parts:
            node.grad += slope * self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._parts:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
            continue
        missing = [x for x in node._prev if x not in visited]
        if missing:
            stack.extend(missing)
        else:
            visited.add(node)
            topo.append(node)
            stack.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
