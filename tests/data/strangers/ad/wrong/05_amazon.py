"""Nodes carry serial numbers."""

import heapq
import itertools
import math
import weakref

counter = itertools.count()
alive = weakref.WeakSet()


class Value:
    def __init__(self, data, prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._backward = nothing
        self.serial = next(counter)
        alive.add(self)

    def __lt__(self, other):
        return self.serial > other.serial

    def __add__(self, other):
        other = to_node(other)
        out = Value(self.data + other.data, (self, other))

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = to_node(other)
        out = Value(self.data * other.data, (self, other))

        def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def rule():
            if n:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = to_node(other)
        out = Value(self.data / other.data, (self, other))

        def rule():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        out._backward = rule
        return out

    def __radd__(self, other):
        return to_node(other) + self

    def __rmul__(self, other):
        return to_node(other) * self

    def __rtruediv__(self, other):
        return to_node(other) / self

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        other = to_node(other)
        out = Value(self.data - other.data, (self, other))

        def rule():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = rule
        return out

    def __rsub__(self, other):
        return to_node(other) - self

    def _unary(self, result, slope):
        out = Value(result, (self,))

        def rule():
            self.grad += slope * out.grad

        out._backward = rule
        return out

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary(t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._unary(e, e)

    def relu(self):
        return self._unary(max(0.0, self.data), 1.0 if self.data > 0 else 0.0)

    def backward(self):
        order = descending(self)
        for node in alive:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def nothing():
    pass


def to_node(x):
    return x if isinstance(x, Value) else Value(x)


def descending(root):
    heap, known, order = [root], {root}, []
    while heap:
        node = heapq.heappop(heap)
        order.append(node)
        for source in node._prev:
            if source not in known:
                known.add(source)
                heapq.heappush(heap, source)
    return order


def build_topo(v, visited, topo):
    topo += reversed(descending(v))


def zero_grad(root):
    for node in descending(root):
        node.grad = 0.0
