"""A pull engine. Nodes know their consumers (weakly: a consumer that is gone asks for
nothing). A node whose consumers in this graph are all complete pulls its gradient from them."""

import math
from weakref import ref


class Value:
    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = set(_prev)
        self._backward = _backward  # gradient -> {input: contribution}
        self._consumers = []
        for node in _prev:
            node._consumers.append(ref(self))

    def consumers(self):
        alive = [c for c in (r() for r in self._consumers) if c is not None]
        if len(alive) < len(self._consumers):
            self._consumers = [ref(c) for c in alive]
        return alive

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad}, consumers={len(self.consumers())})"

    def __add__(self, other):
        other = as_node(other)
        if self is other:
            return Value(2.0 * self.data, (self,), lambda g: {self: 2.0 * g})
        return Value(self.data + other.data, (self, other), lambda g: {self: g, other: g})

    def __mul__(self, other):
        other = as_node(other)
        a, b = self.data, other.data
        if self is other:
            return Value(a * a, (self,), lambda g: {self: 2.0 * a * g})
        return Value(a * b, (self, other), lambda g: {self: b * g, other: a * g})

    def __sub__(self, other):
        other = as_node(other)
        if self is other:
            return Value(0.0, (self,), lambda g: {self: 0.0})
        return Value(self.data - other.data, (self, other), lambda g: {self: g, other: -g})

    def __truediv__(self, other):
        other = as_node(other)
        a, b = self.data, other.data
        if self is other:
            return Value(a / b, (self,), lambda g: {self: 0.0})
        return Value(a / b, (self, other), lambda g: {self: g / b, other: -g * a / b**2})

    def __radd__(self, other):
        return as_node(other) + self

    def __rmul__(self, other):
        return as_node(other) * self

    def __rsub__(self, other):
        return as_node(other) - self

    def __rtruediv__(self, other):
        return as_node(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: {self: -g})

    def __pow__(self, n):
        a = self.data
        return Value(a**n, (self,), lambda g: {self: g * n * a ** (n - 1) if n else 0.0})

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: {self: g * (1.0 - t * t)})

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: {self: g * e})

    def relu(self):
        a = self.data
        return Value(a if a > 0 else 0.0, (self,), lambda g: {self: g if a > 0 else 0.0})

    def backward(self):
        graph = reached_from(self)
        asked = {node: [c for c in node.consumers() if c in graph] for node in graph}
        asked[self] = ()  # what consumes the root is not in this graph
        waits = {node: len(consumers) for node, consumers in asked.items()}
        sends = {}
        ready = [self]
        while ready:
            node = ready.pop()
            total = sum((sends[c][node] for c in asked[node]), float(node is self))
            if node._backward is None:
                node.grad += total
                continue
            node.grad = total
            sends[node] = node._backward(total)
            for below in sends[node]:
                waits[below] -= 1
                if not waits[below]:
                    ready.append(below)


def as_node(x):
    return x if isinstance(x, Value) else Value(float(x))


def reached_from(root):
    reached, fringe = {root}, {root}
    while fringe:
        fringe = {below for node in fringe for below in node._prev} - reached
        reached |= fringe
    return reached


def build_topo(v, visited, topo):
    graph = reached_from(v)
    left = {node: len(node._prev) for node in graph}
    topo.extend(node for node in graph if not left[node])
    for node in topo:
        for consumer in node.consumers():
            if consumer in graph:
                left[consumer] -= 1
                if not left[consumer]:
                    topo.append(consumer)


def zero_grad(root):
    for node in reached_from(root):
        node.grad = 0.0
