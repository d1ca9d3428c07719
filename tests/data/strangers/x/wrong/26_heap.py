# Backward with a heap: always take the youngest node that has a gradient. All
# consumers of a node are younger than the node, so they have had their turn.
import heapq
import math


class Value:
    born = 0

    def __init__(self, data, _prev=(), _backward=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward
        Value.born += 1
        self.age = Value.born

    def __lt__(self, other):  # for heapq: the youngest first
        return self.data > other.data

    def backward(self):
        heap = [self]
        met = {id(self)}
        if self._prev:
            self.grad = 0.0
        self.grad += 1.0
        while heap:
            node = heapq.heappop(heap)
            for p in node._prev:
                if id(p) not in met:
                    met.add(id(p))
                    heapq.heappush(heap, p)
                    if p._prev:
                        p.grad = 0.0
            if node._prev:
                node._backward(node.grad)

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return Value(self.data + other.data, (self, other), rule)

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(g):
            self.grad += g
            other.grad -= g

        return Value(self.data - other.data, (self, other), rule)

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return Value(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)

        def rule(g):
            self.grad += g / other.data
            other.grad -= g * self.data / other.data**2

        return Value(self.data / other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)

        return Value(self.data**n, (self,), rule)

    def __neg__(self):
        return 0.0 - self

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1.0 - t * t)

        return Value(t, (self,), rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return Value(e, (self,), rule)

    def relu(self):
        def rule(g):
            if self.data > 0:
                self.grad += g

        return Value(max(0.0, self.data), (self,), rule)


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
    topo.sort(key=lambda node: node.age)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
