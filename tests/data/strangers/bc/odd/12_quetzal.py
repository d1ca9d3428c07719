"""Pulling instead of pushing: a node knows its consumers, weakly, and fetches its gradient."""

import math
import weakref


class Value:
    __slots__ = ("data", "grad", "_prev", "_op", "_slopes", "_users", "_limit", "__weakref__")

    def __init__(self, data, _prev=(), _op="", _slopes=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = _slopes
        self._users = []
        self._limit = 64
        for node in dict.fromkeys(_prev):
            node._users.append(weakref.ref(self))
            if len(node._users) > node._limit:
                node._users = [ref for ref in node._users if ref() is not None]
                node._limit = 64 + 2 * len(node._users)

    def _backward(self, graph, root):
        """The rule of this node: fetch what its consumers in `graph` owe to it."""
        total = 1.0 if self is root else 0.0
        for user in [ref() for ref in self._users]:
            if user is None or user not in graph:
                continue
            for node, slope in zip(user._prev, user._slopes):
                if node is self:
                    total += slope * graph[user]
        graph[self] = total
        self.grad = total if self._prev else self.grad + total

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        graph = dict.fromkeys(topo)
        for node in reversed(topo):
            node._backward(graph, self)

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, (self, other), "+", (1.0, 1.0))

    def __mul__(self, other):
        other = as_value(other)
        return Value(self.data * other.data, (self, other), "*", (other.data, self.data))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), "**", (slope,))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -as_value(other)

    def __truediv__(self, other):
        return self * as_value(other) ** -1.0

    def __radd__(self, other):
        return as_value(other) + self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", (e,))

    def relu(self):
        x = self.data
        return Value(x if x > 0 else 0.0, (self,), "relu", (1.0 if x > 0 else 0.0,))


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    notes = [(v, False)]
    while notes:
        node, inputs_done = notes.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            notes.append((node, True))
            notes.extend((below, False) for below in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
