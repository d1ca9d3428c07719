"""The younger a node is, the earlier its rule runs: a heap by number of creation."""
import heapq
import math


class Value:
    made = 0

    def __init__(self, data, *edges):
        Value.made += 1
        self.number = Value.made
        self.data, self.grad, self.edges = data, 0.0, edges
        self._prev = [node for node, _ in edges]

    def _backward(self):
        for node, factor in self.edges:
            node.grad += factor() * self.grad

    def younger_first(self):
        heap, known = [(-self.number, self)], {self.number}
        while heap:
            _, node = heapq.heappop(heap)
            yield node
            for child in node._prev:
                if child.number not in known:
                    known.add(child.number)
                    heapq.heappush(heap, (child.number, child))

    def backward(self):
        first = True
        for node in list(self.younger_first()):
            if node._prev:
                node.grad = 0.0
        for node in self.younger_first():
            if first:
                node.grad += 1.0
                first = False
            node._backward()

    def __add__(a, b):
        b = node_of(b)
        return Value(a.data + b.data, (a, lambda: 1), (b, lambda: 1))

    def __mul__(a, b):
        b = node_of(b)
        return Value(a.data * b.data, (a, lambda: b.data), (b, lambda: a.data))

    def __truediv__(a, b):
        b = node_of(b)
        return Value(a.data / b.data, (a, lambda: 1 / b.data),
                     (b, lambda: -a.data / b.data / b.data))

    def __pow__(a, n):
        return Value(a.data ** n, (a, lambda: n and n * a.data ** (n - 1)))

    def __neg__(a):
        return Value(-a.data, (a, lambda: -1))

    def __sub__(a, b):
        return a + -node_of(b)

    def __radd__(a, b):
        return a + b

    def __rmul__(a, b):
        return a * b

    def __rsub__(a, b):
        return -a + b

    def __rtruediv__(a, b):
        return node_of(b) / a

    def tanh(a):
        t = math.tanh(a.data)
        return Value(t, (a, lambda: 1 - t ** 2))

    def exp(a):
        e = math.exp(a.data)
        return Value(e, (a, lambda: e))

    def relu(a):
        return Value(max(a.data, 0.0), (a, lambda: 1 if a.data > 0 else 0))


def node_of(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    topo[:] = list(v.younger_first())[::-1]


def zero_grad(root):
    for node in root.younger_first():
        node.grad = 0.0
