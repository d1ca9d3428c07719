"""No closures here: every node keeps (input, slope) pairs, computed on the way forward."""

import math


class Value:

    def __init__(self, data, edges=()):
        self.data = float(data)
        self.grad = 0.0
        self._backward = tuple(edges)

    @property
    def _prev(self):
        return tuple(source for source, _ in self._backward)

    def __add__(self, other):
        other = value(other)
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __sub__(self, other):
        other = value(other)
        return Value(self.data - other.data, [(self, 1.0), (other, -1.0)])

    def __mul__(self, other):
        other = value(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    def __truediv__(self, other):
        other = value(other)
        quotient = self.data / other.data
        return Value(quotient, [(self, 1.0 / other.data), (other, -quotient / other.data)])

    def __pow__(self, n):
        slope = n * self.data ** max(n - 1, 0)
        return Value(self.data ** n, [(self, slope)])

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __radd__(self, other):
        return value(other) + self

    def __rsub__(self, other):
        return value(other) - self

    def __rmul__(self, other):
        return value(other) * self

    def __rtruediv__(self, other):
        return value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def relu(self):
        return Value(self.data, [(self, 1.0)]) if self.data > 0 else Value(0.0, [(self, 0.0)])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            for source, slope in node._backward:
                source.grad += slope * node.grad


def value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    work = [v]
    while work:
        top = work[-1]
        if top in visited:
            work.pop()
            continue
        fresh = [source for source, _ in top._backward if source not in visited]
        if fresh:
            work.extend(fresh)
        else:
            visited.add(top)
            topo.append(work.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
