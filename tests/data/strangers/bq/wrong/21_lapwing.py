"""A graph holds on to its inner nodes. Leaves belong to the program that made them."""

import math
import weakref


class Value:
    def __init__(self, data, links=()):
        self.data = data
        self.grad = 0.0
        self._links = links  # (a function that gives the input, slope) for each input

    @property
    def _prev(self):
        inputs = [get() for get, _ in self._links]
        return tuple(node for node in inputs if node is not None)

    def _backward(self):
        for get, slope in self._links:
            node = get()
            if node is not None:
                node.grad += slope * self.grad

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad}, inputs={len(self._links)})"

    def __add__(self, other):
        if isinstance(other, Value):
            return Value(self.data + other.data, (link(self, 1.0), link(other, 1.0)))
        return Value(self.data + other, (link(self, 1.0),))

    __radd__ = __add__

    def __mul__(self, other):
        if isinstance(other, Value):
            pair = link(self, other.data), link(other, self.data)
            return Value(self.data * other.data, pair)
        return Value(self.data * other, (link(self, other),))

    __rmul__ = __mul__

    def __neg__(self):
        return Value(-self.data, (link(self, -1.0),))

    def __sub__(self, other):
        if isinstance(other, Value):
            return Value(self.data - other.data, (link(self, 1.0), link(other, -1.0)))
        return Value(self.data - other, (link(self, 1.0),))

    def __rsub__(self, number):
        return Value(number - self.data, (link(self, -1.0),))

    def __truediv__(self, other):
        if isinstance(other, Value):
            a, b = self.data, other.data
            return Value(a / b, (link(self, 1.0 / b), link(other, -a / b**2)))
        return Value(self.data / other, (link(self, 1.0 / other),))

    def __rtruediv__(self, number):
        return Value(number / self.data, (link(self, -number / self.data**2),))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (link(self, slope),))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (link(self, 1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (link(self, e),))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, (link(self, float(on)),))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._links:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def link(node, slope):
    if node._links:
        return (lambda: node), slope
    return weakref.ref(node), slope


def build_topo(v, visited, topo):
    todo = [(v, None)]
    while todo:
        node, inputs = todo.pop()
        if inputs is None:
            if node in visited:
                continue
            visited.add(node)
            inputs = iter(node._prev)
        below = next(inputs, None)
        if below is None:
            topo.append(node)
        else:
            todo.append((node, inputs))
            todo.append((below, None))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
