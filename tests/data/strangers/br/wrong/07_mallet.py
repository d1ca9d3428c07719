# Exercise 13
#
# An input always exists before the nodes that are made of it. So I number the nodes when
# they are made, and no depth first walk is needed: sorting does it.

import math


class Value:
    made = 0

    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward or (lambda: None)
        self.number = Value.made
        self.name = f"n{self.number:03d}"
        Value.made += 1

    def __repr__(self):
        inputs = " ".join(n.name for n in self._prev)
        return f"{self.name}[{self.data:.4f}]({inputs})"

    def _unary(self, result, slope):
        out = Value(result, (self,))

        def rule():
            self.grad += slope * out.grad

        out._backward = rule
        return out

    def _binary(self, other, result, slope, other_slope):
        out = Value(result, (self, other))

        def rule():
            self.grad += slope * out.grad
            other.grad += other_slope * out.grad

        out._backward = rule
        return out

    def __add__(self, other):
        other = promote(other)
        return self._binary(other, self.data + other.data, 1.0, 1.0)

    def __sub__(self, other):
        other = promote(other)
        return self._binary(other, self.data - other.data, 1.0, -1.0)

    def __mul__(self, other):
        other = promote(other)
        return self._binary(other, self.data * other.data, other.data, self.data)

    def __truediv__(self, other):
        other = promote(other)
        ratio = self.data / other.data
        return self._binary(other, ratio, 1.0 / other.data, -ratio / other.data)

    def __radd__(self, other):
        return promote(other) + self

    def __rsub__(self, other):
        return promote(other) - self

    def __rmul__(self, other):
        return promote(other) * self

    def __rtruediv__(self, other):
        return promote(other) / self

    def __neg__(self):
        return self._unary(-self.data, -1.0)

    def __pow__(self, n):
        if n == 0:
            return self._unary(1.0, 0.0)
        return self._unary(self.data**n, n * self.data ** (n - 1))

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, e)

    def relu(self):
        if self.data > 0:
            return self._unary(self.data, 1.0)
        return self._unary(0.0, 0.0)

    def backward(self):
        nodes = in_order(self)
        for n in nodes:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(nodes):
            n._backward()


def promote(x):
    return x if isinstance(x, Value) else Value(x)


def reachable(root):
    found = {root}
    border = [root]
    while border:
        for n in border.pop()._prev:
            if n not in found:
                found.add(n)
                border.append(n)
    return found


def in_order(root):
    """All nodes below root, and root; the inputs first."""
    return sorted(reachable(root), key=lambda n: n.name)


def build_topo(v, visited, topo):
    for n in in_order(v):
        visited.add(n)
        topo.append(n)


def zero_grad(root):
    for n in reachable(root):
        n.grad = 0.0
