"""There is no function zero_grad here, only the method root.zero_grad(); the contract allows it.
Also: Values are built from Edge pairs in a linked list."""
import math
from typing import NamedTuple, Optional


class Edge(NamedTuple):
    node: "Value"
    slope: float
    rest: Optional["Edge"] = None


class Value:
    def __init__(self, data, edge=None):
        self.data = data
        self.grad = 0.0
        self._backward = edge            # the first edge of a linked list, or None
        self._prev = []
        while edge is not None:
            self._prev.append(edge.node)
            edge = edge.rest

    def __add__(self, o):
        o = of(o)
        return Value(self.data + o.data, Edge(self, 1.0, Edge(o, 1.0)))

    def __mul__(self, o):
        o = of(o)
        return Value(self.data * o.data, Edge(self, o.data, Edge(o, self.data)))

    def __sub__(self, o):
        o = of(o)
        return Value(self.data - o.data, Edge(self, 1.0, Edge(o, -1.0)))

    def __truediv__(self, o):
        o = of(o)
        return Value(self.data / o.data, Edge(self, 1.0 / o.data, Edge(o, -self.data / o.data ** 2)))

    def __radd__(self, o): return of(o) + self
    def __rsub__(self, o): return of(o) - self
    def __rmul__(self, o): return of(o) * self
    def __rtruediv__(self, o): return of(o) / self
    def __neg__(self): return Value(-self.data, Edge(self, -1.0))
    def __pow__(self, n): return Value(self.data ** n, Edge(self, n * self.data ** (n - 1) if n else 0.0))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, Edge(self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, Edge(self, e))

    def relu(self):
        return Value(max(0.0, self.data), Edge(self, 1.0 if self.data > 0 else 0.0))

    def _run(self):
        edge = self._backward
        while edge is not None:
            edge.node.grad += edge.slope * self.grad
            edge = edge.rest

    def zero_grad(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node.grad = 0.0

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._run()


def of(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, leave = stack.pop()
        if leave:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)
    return {"count": len(topo)}
