import math
from collections import namedtuple

Edge = namedtuple("Edge", "source slope")
Outcome = namedtuple("Outcome", "value edges")
Frame = namedtuple("Frame", "node remaining")


class Value:
    def __init__(self, data, edges=()):
        self.data = float(data)
        self.grad = 0.0
        self._backward = edges
        self._prev = tuple(e.source for e in edges)

    def __add__(self, other): return build(plus, self, other)
    def __radd__(self, other): return build(plus, other, self)
    def __sub__(self, other): return build(minus, self, other)
    def __rsub__(self, other): return build(minus, other, self)
    def __mul__(self, other): return build(times, self, other)
    def __rmul__(self, other): return build(times, other, self)
    def __truediv__(self, other): return build(over, self, other)
    def __rtruediv__(self, other): return build(over, other, self)
    def __neg__(self): return build(negative, self)
    def __pow__(self, n): return build(lambda a: to_the(a, n), self)
    def tanh(self): return build(tangent, self)
    def exp(self): return build(exponential, self)
    def relu(self): return build(ramp, self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        # inner nodes start afresh
        for node in topo[:-1]:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            for edge in node._backward:
                edge.source.grad += edge.slope * node.grad


def build(outcome_of, *args):
    nodes = [a if isinstance(a, Value) else Value(a) for a in args]
    return Value(*outcome_of(*nodes))


def plus(a, b):
    return Outcome(a.data + b.data, (Edge(a, 1.0), Edge(b, 1.0)))


def minus(a, b):
    return Outcome(a.data - b.data, (Edge(a, 1.0), Edge(b, -1.0)))


def times(a, b):
    return Outcome(a.data * b.data, (Edge(a, b.data), Edge(b, a.data)))


def over(a, b):
    q = a.data / b.data
    return Outcome(q, (Edge(a, 1 / b.data), Edge(b, -q / b.data)))


def negative(a):
    return Outcome(-a.data, (Edge(a, -1.0),))


def to_the(a, n):
    slope = n * a.data ** (n - 1) if n != 0 else 0.0
    return Outcome(a.data ** n, (Edge(a, slope),))


def tangent(a):
    t = math.tanh(a.data)
    return Outcome(t, (Edge(a, 1 - t * t),))


def exponential(a):
    e = math.exp(a.data)
    return Outcome(e, (Edge(a, e),))


def ramp(a):
    return Outcome(max(a.data, 0.0), (Edge(a, 1.0 if a.data > 0 else 0.0),))


def build_topo(v, visited, topo):
    visited.add(v)
    frames = [Frame(v, iter(v._prev))]
    while frames:
        frame = frames[-1]
        child = next((p for p in frame.remaining if p not in visited), None)
        if child is None:
            topo.append(frame.node)
            frames.pop()
        else:
            visited.add(child)
            frames.append(Frame(child, iter(child._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
