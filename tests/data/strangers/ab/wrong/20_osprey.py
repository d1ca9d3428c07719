"""Engine for exam 13: the nodes are ranked by their distance from the root."""

import math
from collections import deque


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value({self.data}, {self._op or 'leaf'})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def _apply(self, op, data, slope):
        out = Value(data, (self,), op)

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        return self._apply(f"**{n}", self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._apply("tanh", t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._apply("exp", e, e)

    def relu(self):
        if self.data > 0:
            return self._apply("relu", self.data, 1.0)
        return self._apply("relu", 0.0, 0.0)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -1 * other

    def __truediv__(self, other):
        return self * other**-1 if isinstance(other, Value) else self * (1.0 / other)

    def __radd__(self, other):
        return Value(other) + self

    def __rmul__(self, other):
        return Value(other) * self

    def __rsub__(self, other):
        return Value(other) - self

    def __rtruediv__(self, other):
        return Value(other) / self

    def backward(self):
        order = from_the_root(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def from_the_root(root):
    """All nodes, those near the root first; on the longest route, not on the shortest."""
    rank = {root: 0}
    queue = deque([root])
    while queue:
        node = queue.popleft()
        for child in node._prev:
            if child not in rank:
                rank[child] = rank[node] + 1
                queue.append(child)
            elif rank[child] <= rank[node]:
                rank[child] = rank[node] + 1
                for below in child._prev:
                    if below in rank:
                        rank[below] = max(rank[below], rank[child] + 1)
    return sorted(rank, key=rank.get)


def build_topo(v, visited, topo):
    topo.extend(reversed(from_the_root(v)))
    visited.update(topo)


def zero_grad(root):
    for node in from_the_root(root):
        node.grad = 0.0
