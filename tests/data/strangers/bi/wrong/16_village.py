"""An engine that keeps the housekeeping in one place: a Graph object for each root."""

import math


class Graph:
    def __init__(self, root):
        self.root = root
        self.order = []
        build_topo(root, set(), self.order)

    def clear_inner(self):
        for node in self.order:
            if node._prev:
                node.grad = 0.0

    def clear_all(self):
        for node in self.order:
            node.grad = 0.0

    def run(self):
        for node in reversed(self.order):
            node._backward()


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._give = None
        self._clean = False

    def _backward(self):
        if self._give is not None:
            self._give(self.grad)

    def backward(self):
        graph = Graph(self)
        if not self._clean:
            graph.clear_inner()
        self._clean = False
        self.grad += 1.0
        graph.run()

    def _made(self, give):
        self._give = give
        return self

    def __add__(self, other):
        other = guest(other)

        def give(g):
            self.grad += g
            other.grad += g

        return Value(self.data + other.data, (self, other))._made(give)

    def __sub__(self, other):
        other = guest(other)

        def give(g):
            self.grad += g
            other.grad -= g

        return Value(self.data - other.data, (self, other))._made(give)

    def __mul__(self, other):
        other = guest(other)

        def give(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return Value(self.data * other.data, (self, other))._made(give)

    def __truediv__(self, other):
        other = guest(other)

        def give(g):
            self.grad += g / other.data
            other.grad -= g * (self.data / other.data) / other.data

        return Value(self.data / other.data, (self, other))._made(give)

    def __neg__(self):
        def give(g):
            self.grad -= g

        return Value(-self.data, (self,))._made(give)

    def __pow__(self, n):
        def give(g):
            self.grad += g * n * self.data ** (n - 1) if n else 0.0

        return Value(self.data**n, (self,))._made(give)

    def __radd__(self, other):
        return guest(other) + self

    def __rsub__(self, other):
        return guest(other) - self

    def __rmul__(self, other):
        return guest(other) * self

    def __rtruediv__(self, other):
        return guest(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def give(g):
            self.grad += g * (1.0 - t * t)

        return Value(t, (self,))._made(give)

    def exp(self):
        e = math.exp(self.data)

        def give(g):
            self.grad += g * e

        return Value(e, (self,))._made(give)

    def relu(self):
        r = self.data if self.data > 0.0 else 0.0

        def give(g):
            if r > 0.0:
                self.grad += g

        return Value(r, (self,))._made(give)


def guest(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        stack.extend((source, False) for source in node._prev)


def zero_grad(root):
    Graph(root).clear_all()
    root._clean = True
