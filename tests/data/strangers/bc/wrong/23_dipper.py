"""A priority queue of nodes by age: the youngest node goes first, as nobody can consume it."""

import heapq
import math


class Clock:
    def __init__(self):
        self.time = 0

    def tick(self):
        self.time += 1
        return self.time

    def restart(self):
        self.time = 0


clock = Clock()


class Value:
    def __init__(self, data, _prev=(), _op="", _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = _backward
        self._born = clock.tick()

    def _new(self, op, y, inputs, slopes):
        def rule(g):
            for node, slope in zip(inputs, slopes):
                node.grad += slope * g

        return Value(y, inputs, op, rule)

    def __add__(self, other):
        other = valued(other)
        return self._new("+", self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = valued(other)
        return self._new("-", self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = valued(other)
        return self._new("*", self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = valued(other)
        q = self.data / other.data
        return self._new("/", q, (self, other), (1.0 / other.data, -q / other.data))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return self._new("**", self.data**n, (self,), (slope,))

    def __neg__(self):
        return self._new("neg", -self.data, (self,), (-1.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return self._new("tanh", t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return self._new("exp", e, (self,), (e,))

    def relu(self):
        slope = 1.0 if self.data > 0 else 0.0
        return self._new("relu", self.data if slope else 0.0, (self,), (slope,))

    def __radd__(self, other):
        return valued(other) + self

    def __rsub__(self, other):
        return valued(other) - self

    def __rmul__(self, other):
        return valued(other) * self

    def __rtruediv__(self, other):
        return valued(other) / self

    def backward(self):
        order = youngest_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            if node._prev:
                node._backward(node.grad)


def valued(x):
    return x if isinstance(x, Value) else Value(x)


def youngest_first(root):
    order, seen = [], {root}
    heap = [(-root._born, id(root), root)]
    while heap:
        node = heapq.heappop(heap)[2]
        order.append(node)
        for below in node._prev:
            if below not in seen:
                seen.add(below)
                heapq.heappush(heap, (-below._born, id(below), below))
    return order


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((below, False) for below in node._prev)


def zero_grad(root):
    for node in youngest_first(root):
        node.grad = 0.0
    clock.restart()
