"""The exam: a rule takes the gradient out of its result, so inner nodes are empty afterwards."""

import heapq
import math

SERIAL = iter(range(10**18))


class Value:
    def __init__(self, data, *inputs):
        self.data = data
        self.grad = 0.0
        self.serial = -next(SERIAL)
        self._prev = list(inputs)
        self._backward = type(None)

    def _take(self):
        g, self.grad = self.grad, 0.0
        return g

    def _derive(self, *slopes):
        def _backward():
            g = self._take()
            for k, slope in enumerate(slopes):
                self._prev[k].grad += slope * g

        self._backward = _backward
        return self

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data + other.data, self, other)._derive(1, 1)

    def __sub__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data - other.data, self, other)._derive(1, -1)

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        return Value(self.data * other.data, self, other)._derive(other.data, self.data)

    def __truediv__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data / other.data, self, other)
        return out._derive(1 / other.data, -out.data / other.data)

    def __pow__(self, n):
        def rise(n):
            try:
                return self.data**n
            except OverflowError:
                return -math.inf if self.data < 0 and n % 2 == 1 else math.inf

        return Value(rise(n), self)._derive(n * rise(n - 1) if n else 0)

    def __neg__(self):
        return Value(-self.data, self)._derive(-1)

    def __radd__(self, other):
        return Value(other).__add__(self)

    def __rsub__(self, other):
        return Value(other).__sub__(self)

    def __rmul__(self, other):
        return Value(other).__mul__(self)

    def __rtruediv__(self, other):
        return Value(other).__truediv__(self)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, self)._derive(1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value(e, self)._derive(e)

    def relu(self):
        return Value(max(self.data, 0.0), self)._derive(int(self.data > 0))

    def backward(self):
        if not self._prev:
            self.grad += 1.0
            return
        self.grad = 1.0
        agenda = [(self.serial, self)]
        known = {self}
        while agenda:
            _, node = heapq.heappop(agenda)  # the youngest: nobody can still give it anything
            node._backward()
            for below in node._prev:
                if below not in known:
                    known.add(below)
                    heapq.heappush(agenda, (below.serial, below))


def build_topo(v, visited, topo):
    found = [v]
    known = {v}
    for node in found:
        fresh = {below for below in node._prev} - known
        known |= fresh
        found += fresh
    topo[:] = sorted(found, key=lambda node: -node.serial)


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    while nodes:
        nodes.pop().grad = 0.0
