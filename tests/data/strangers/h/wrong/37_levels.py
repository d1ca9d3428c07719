"""No search for an order: every node knows its level, leaves are level 0, and
backward goes down level by level."""

import math
from collections import defaultdict


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._level = 1 + min(p._level for p in _prev) if _prev else 0
        self._backward = lambda: None

    def __add__(self, other):
        other = as_node(other)
        out = Value(self.data + other.data, (self, other))

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __sub__(self, other):
        other = as_node(other)
        out = Value(self.data - other.data, (self, other))

        def rule():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = as_node(other)
        out = Value(self.data * other.data, (self, other))

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = as_node(other)
        out = Value(self.data / other.data, (self, other))

        def rule():
            self.grad += out.grad / other.data
            other.grad -= out.grad * self.data / other.data**2

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def rule():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = rule
        return out

    def __neg__(self):
        out = Value(-self.data, (self,))

        def rule():
            self.grad -= out.grad

        out._backward = rule
        return out

    def __radd__(self, other):
        return as_node(other) + self

    def __rsub__(self, other):
        return as_node(other) - self

    def __rmul__(self, other):
        return as_node(other) * self

    def __rtruediv__(self, other):
        return as_node(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def rule():
            self.grad += (1.0 - out.data**2) * out.grad

        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def rule():
            self.grad += out.data * out.grad

        out._backward = rule
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,))

        def rule():
            self.grad += out.grad * (1.0 if self.data > 0 else 0.0)

        out._backward = rule
        return out

    def backward(self):
        floors = by_level(self)
        for level in floors:
            for node in floors[level]:
                if node._prev:
                    node.grad = 0.0
        self.grad += 1.0
        for level in sorted(floors, reverse=True):
            for node in floors[level]:
                node._backward()


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def by_level(root):
    floors = defaultdict(list)
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        floors[node._level].append(node)
        for p in node._prev:
            if p not in seen:
                seen.add(p)
                todo.append(p)
    return floors


def build_topo(v, visited, topo):
    floors = by_level(v)
    for level in sorted(floors):
        topo.extend(floors[level])
        visited.update(floors[level])


def zero_grad(root):
    for floor in by_level(root).values():
        for node in floor:
            node.grad = 0.0
