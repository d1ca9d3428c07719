"""Engine, ordered by level.

Level 0 are the leaves. An inner node stands above all of its inputs, so going down the levels
is a backward order and no depth first search is needed.
"""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._level = 1 + min(p._level for p in _prev) if _prev else 0
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad}, op={self._op!r})"

    def _binary(self, other, op, result, d_self, d_other):
        out = Value(result, (self, other), op)

        def _backward():
            self.grad += d_self * out.grad
            other.grad += d_other * out.grad

        out._backward = _backward
        return out

    def _unary(self, op, result, slope):
        out = Value(result, (self,), op)

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def __add__(self, other):
        other = to_value(other)
        return self._binary(other, "+", self.data + other.data, 1.0, 1.0)

    def __sub__(self, other):
        other = to_value(other)
        return self._binary(other, "-", self.data - other.data, 1.0, -1.0)

    def __mul__(self, other):
        other = to_value(other)
        return self._binary(other, "*", self.data * other.data, other.data, self.data)

    def __truediv__(self, other):
        other = to_value(other)
        q = self.data / other.data
        return self._binary(other, "/", q, 1.0 / other.data, -q / other.data)

    def __radd__(self, other):
        return to_value(other) + self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def __neg__(self):
        return self._unary("neg", -self.data, -1.0)

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return self._unary("**", self.data**n, slope)

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary("tanh", t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._unary("exp", e, e)

    def relu(self):
        if self.data > 0:
            return self._unary("relu", self.data, 1.0)
        return self._unary("relu", 0.0, 0.0)

    def backward(self):
        nodes = sorted(reachable(self), key=lambda node: node._level, reverse=True)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            node._backward()


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


def reachable(root):
    found = [root]
    seen = {root}
    for node in found:  # grows while we walk over it
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                found.append(p)
    return found


def build_topo(v, visited, topo):
    nodes = reachable(v)
    nodes.sort(key=lambda node: node._level)
    visited.update(nodes)
    topo.extend(nodes)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
