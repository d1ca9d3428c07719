"""Exam hand-in. Each node has a rank, one more than the highest rank of its inputs.
backward() keeps the nodes that are still to run in a heap, highest rank first."""

import heapq
import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = lambda: None
        self.rank = 1 + max(p.rank for p in _prev) if _prev else 0

    def __repr__(self):
        return f"Value(data={self.data}, rank={self.rank})"

    def __add__(self, other):
        other = convert(other)
        out = Value(self.data + other.data, (self, other))

        def run():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = run
        return out

    def __sub__(self, other):
        other = convert(other)
        out = Value(self.data - other.data, (self, other))

        def run():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = run
        return out

    def __mul__(self, other):
        other = convert(other)
        out = Value(self.data * other.data, (self, other))

        def run():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = run
        return out

    def __truediv__(self, other):
        other = convert(other)
        out = Value(self.data / other.data, (self, other))

        def run():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        out._backward = run
        return out

    def chain(self, value, slope):
        out = Value(value, (self,))

        def run():
            self.grad += slope * out.grad

        out._backward = run
        return out

    def __neg__(self):
        return self.chain(-self.data, -1.0)

    def __pow__(self, n):
        return self.chain(self.data**n, n * self.data ** (n - 1) if n else 0.0)

    def tanh(self):
        return self.chain(math.tanh(self.data), 1.0 - math.tanh(self.data) ** 2)

    def exp(self):
        return self.chain(math.exp(self.data), math.exp(self.data))

    def relu(self):
        return self.chain(max(self.data, 0.0), 1.0 if self.data > 0.0 else 0.0)

    def __radd__(self, other):
        return convert(other) + self

    def __rsub__(self, other):
        return convert(other) - self

    def __rmul__(self, other):
        return convert(other) * self

    def __rtruediv__(self, other):
        return convert(other) / self

    def backward(self):
        if not self._prev:
            self.grad += 1.0
            return
        self.grad = 1.0
        met = {self}
        heap = [entry(self)]
        while heap:
            node = heapq.heappop(heap)[-1]
            for p in node._prev:
                if p._prev and p not in met:
                    met.add(p)
                    p.grad = 0.0
                    heapq.heappush(heap, entry(p))
            node._backward()


def entry(node):
    return (-node.rank, node.data, node)


def convert(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    visited.add(v)
    todo = [v]
    while todo:
        node = todo.pop()
        topo.append(node)
        for p in node._prev:
            if p not in visited:
                visited.add(p)
                todo.append(p)
    topo.sort(key=lambda node: node.rank)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
