"""The order comes from graphlib. A local rule is a dictionary: input -> slope, in which the
two slopes of `a*a` are one entry."""

import graphlib
import math


class Value:
    def __init__(self, data, slopes=()):
        self.data = data
        self.grad = 0.0
        self._backward = {}
        for node, slope in slopes:
            self._backward[node] = self._backward.get(node, 0.0) + slope

    @property
    def _prev(self):
        return set(self._backward)

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def __add__(self, other):
        x, y = self, lift(other)
        return Value(x.data + y.data, [(x, 1.0), (y, 1.0)])

    def __sub__(self, other):
        x, y = self, lift(other)
        return Value(x.data - y.data, [(x, 1.0), (y, -1.0)])

    def __mul__(self, other):
        x, y = self, lift(other)
        return Value(x.data * y.data, [(x, y.data), (y, x.data)])

    def __truediv__(self, other):
        x, y = self, lift(other)
        return Value(x.data / y.data, [(x, 1.0 / y.data), (y, -x.data / y.data**2)])

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __pow__(self, n):
        return Value(self.data**n, [(self, n * self.data ** (n - 1) if n else 0.0)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def relu(self):
        return Value(max(self.data, 0.0), [(self, 1.0 if self.data > 0 else 0.0)])

    def backward(self):
        flow = {self: 1.0}
        for node in sorter_of(self, consumers_first=True).static_order():
            gradient = flow.pop(node)
            if node._backward:
                node.grad = gradient
            else:
                node.grad += gradient
            for below, slope in node._backward.items():
                flow[below] = flow.get(below, 0.0) + slope * gradient


def lift(x):
    return x if isinstance(x, Value) else Value(float(x))


def sorter_of(root, consumers_first=False):
    sorter = graphlib.TopologicalSorter({root: ()})
    met, todo = {root}, [root]
    while todo:
        node = todo.pop()
        for below in node._backward:
            if consumers_first:
                sorter.add(below, node)
            else:
                sorter.add(node, below)
            if below not in met:
                met.add(below)
                todo.append(below)
    return sorter


def build_topo(v, visited, topo):
    topo.extend(sorter_of(v).static_order())


def zero_grad(root):
    for node in sorter_of(root).static_order():
        node.grad = 0.0
