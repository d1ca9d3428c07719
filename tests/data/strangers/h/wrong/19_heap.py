"""Nodes are numbered as they are made. A consumer is always younger than its inputs,
so a heap of the waiting nodes replaces a topological sort."""

import heapq
import itertools
import math

serial = itertools.count()


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._serial = next(serial)
        self._backward = lambda: None

    def _from(self, data, *more):
        return Value(data, (self, *more))

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = self._from(self.data + other.data, other)

        def step():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = step
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = self._from(self.data * other.data, other)

        def step():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = step
        return out

    def __pow__(self, n):
        out = self._from(self.data**n)

        def step():
            self.grad += (n * self.data ** (n - 1) if n else 0) * out.grad

        out._backward = step
        return out

    def __neg__(self):
        return -1 * self

    def __sub__(self, other):
        return self + -1 * other

    def __truediv__(self, other):
        return self * other**-1 if isinstance(other, Value) else self * (1 / other)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other

    def tanh(self):
        out = self._from(math.tanh(self.data))

        def step():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = step
        return out

    def exp(self):
        out = self._from(math.exp(self.data))

        def step():
            self.grad += out.data * out.grad

        out._backward = step
        return out

    def relu(self):
        out = self._from(self.data * (self.data > 0))

        def step():
            self.grad += (self.data > 0) * out.grad

        out._backward = step
        return out

    def backward(self):
        for node in youngest_first(self):
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        heap = [(0, self)]
        waiting = {self}
        while heap:
            _, node = heapq.heappop(heap)
            node._backward()
            for p in node._prev:
                if p not in waiting:
                    waiting.add(p)
                    heapq.heappush(heap, (p._serial, p))


def youngest_first(root):
    found = {root}
    todo = [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in found:
                found.add(p)
                todo.append(p)
    return sorted(found, key=lambda node: node._serial, reverse=True)


def build_topo(v, visited, topo):
    for node in reversed(youngest_first(v)):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in youngest_first(root):
        node.grad = 0.0
