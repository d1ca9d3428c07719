import heapq
import itertools
import math

_serial = itertools.count()


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "serial")

    def __init__(self, data, _prev=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = rule
        self.serial = next(_serial)

    def __add__(self, other):
        other = to_value(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return Value(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = to_value(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return Value(self.data * other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(g):
            self.grad += g * (n * self.data ** (n - 1) if n else 0.0)

        return Value(self.data**n, (self,), rule)

    def tanh(self):
        y = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1 - y * y)

        return Value(y, (self,), rule)

    def exp(self):
        y = math.exp(self.data)

        def rule(g):
            self.grad += y

        return Value(y, (self,), rule)

    def relu(self):
        def rule(g):
            self.grad += g if self.data > 0 else 0.0

        return Value(self.data if self.data > 0 else 0.0, (self,), rule)

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + -to_value(other)
    def __rsub__(self, other): return to_value(other) + -self
    def __truediv__(self, other): return self * to_value(other) ** -1
    def __rtruediv__(self, other): return to_value(other) * self**-1
    __radd__ = __add__
    __rmul__ = __mul__

    def backward(self):
        newest_first = []
        build_topo(self, set(), newest_first)
        newest_first.reverse()
        for node in newest_first:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in newest_first:
            if node._backward is not None:
                node._backward(node.grad)


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    # a node is always younger than its inputs
    heap = [(-v.serial, v)]
    visited.add(v)
    while heap:
        _, node = heapq.heappop(heap)
        topo.append(node)
        for p in node._prev:
            if p not in visited:
                visited.add(p)
                heapq.heappush(heap, (-p.serial, p))
    topo.reverse()


def zero_grad(root):
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
