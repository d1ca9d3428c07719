"""The order is made from the edges of the graph: first collect them, then count them down."""

import math
from collections import Counter


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def _to(self, data, op, slope, other=None, slope2=None):
        out = Value(data, (self,) if other is None else (self, other), op)

        def rule():
            self.grad += slope * out.grad
            if other is not None:
                other.grad += slope2 * out.grad

        out._backward = rule
        return out

    def __add__(self, other):
        o = wrapped(other)
        return self._to(self.data + o.data, "+", 1.0, o, 1.0)

    def __sub__(self, other):
        o = wrapped(other)
        return self._to(self.data - o.data, "-", 1.0, o, -1.0)

    def __mul__(self, other):
        o = wrapped(other)
        return self._to(self.data * o.data, "*", o.data, o, self.data)

    def __truediv__(self, other):
        o = wrapped(other)
        q = self.data / o.data
        return self._to(q, "/", 1.0 / o.data, o, -q / o.data)

    def __radd__(self, other):
        return wrapped(other) + self

    def __rsub__(self, other):
        return wrapped(other) - self

    def __rmul__(self, other):
        return wrapped(other) * self

    def __rtruediv__(self, other):
        return wrapped(other) / self

    def __neg__(self):
        return self._to(-self.data, "neg", -1.0)

    def __pow__(self, n):
        return self._to(self.data**n, "**", n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        t = math.tanh(self.data)
        return self._to(t, "tanh", 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._to(e, "exp", e)

    def relu(self):
        return self._to(max(0.0, self.data), "relu", 1.0 if self.data > 0 else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def wrapped(x):
    return x if isinstance(x, Value) else Value(x)


def edges_below(root):
    met = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        for p in node._prev:
            yield node, p
            if p not in met:
                met.add(p)
                todo.append(p)


def build_topo(v, visited, topo):
    waiting = Counter(p for _, p in edges_below(v))
    ready = [v] if waiting else []
    front = []
    while ready:
        node = ready.pop()
        front.append(node)
        for p in node._prev:
            waiting[p] -= 1
            if waiting[p] == 0:
                ready.append(p)
    visited.update(front)
    topo.extend(reversed(front))


def zero_grad(root):
    root.grad = 0.0
    for _, p in edges_below(root):
        p.grad = 0.0
