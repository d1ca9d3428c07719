"""Nodes stand on shelves by their height over the leaves. Each root keeps its shelves, as
a graph never changes once it is built."""

import math


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None
        self._shelves = None
        self.height = 0

    @classmethod
    def over(cls, data, *pairs):
        out = cls(data)
        out._prev = tuple(inp for inp, _ in pairs)
        out._backward = tuple(slope for _, slope in pairs)
        out.height = 1 + max(inp.height for inp in out._prev)
        return out

    def shelves(self):
        """All nodes by height, the leaves lowest."""
        if self._shelves is None:
            shelves = [[] for _ in range(self.height + 1)]
            met, todo = {self}, [self]
            while todo:
                node = todo.pop()
                shelves[node.height].append(node)
                for inp in node._prev:
                    if inp not in met:
                        met.add(inp)
                        todo.append(inp)
            self._shelves = shelves
        return self._shelves

    def backward(self):
        shelves = self.shelves()
        for shelf in shelves[1:]:
            for node in shelf:
                node.grad = 0.0
        self.grad += 1.0
        for shelf in shelves[:0:-1]:
            for node in shelf:
                for inp, slope in zip(node._prev, node._backward):
                    inp.grad += slope * node.grad

    def zero_grad(self):
        for shelf in self.shelves():
            for node in shelf:
                node.grad = 0.0

    def __add__(self, other):
        if not isinstance(other, Value):
            return Value.over(self.data + other, (self, 1.0))
        return Value.over(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        if not isinstance(other, Value):
            return Value.over(self.data * other, (self, other))
        return Value.over(self.data * other.data, (self, other.data), (other, self.data))

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return Value.over(-self.data, (self, -1.0))

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return Value.over(self.data / other, (self, 1.0 / other))
        q = self.data / other.data
        return Value.over(q, (self, 1.0 / other.data), (other, -q / other.data))

    def __rtruediv__(self, other):
        q = other / self.data
        return Value.over(q, (self, -q / self.data))

    def __pow__(self, n):
        return Value.over(self.data**n, (self, n * self.data ** (n - 1) if n else 0.0))

    def tanh(self):
        t = math.tanh(self.data)
        return Value.over(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value.over(e, (self, e))

    def relu(self):
        on = self.data > 0
        return Value.over(self.data if on else 0.0, (self, float(on)))


def build_topo(v, visited, topo):
    for shelf in v.shelves():
        topo.extend(shelf)
