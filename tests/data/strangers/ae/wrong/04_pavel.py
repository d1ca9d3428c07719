"""Exam. Slopes are worked out on the way forward and kept on the edges."""

from math import exp, tanh


class Edge:
    def __init__(self, source, slope):
        self.source = source
        self.slope = slope


class Value:
    def __init__(self, data, edges=()):
        self.data = float(data)
        self.grad = 0.0
        self.edges = edges
        self._prev = [e.source for e in edges]

    def _backward(self):
        for e in self.edges:
            e.source.grad += e.slope * self.grad

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, [Edge(self, 1.0), Edge(other, 1.0)])

    def __sub__(self, other):
        other = Value.of(other)
        return Value(self.data - other.data, [Edge(self, 1.0), Edge(other, -1.0)])

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, [Edge(self, other.data), Edge(other, self.data)])

    def __truediv__(self, other):
        other = Value.of(other)
        q = self.data / other.data
        return Value(q, [Edge(self, 1.0 / other.data), Edge(other, -q / other.data)])

    def __pow__(self, n):
        slope = 0.0
        if n != 0:
            slope = n * self.data**n - 1
        return Value(self.data**n, [Edge(self, slope)])

    def __neg__(self):
        return Value(-self.data, [Edge(self, -1.0)])

    def __radd__(self, other):
        return Value.of(other).__add__(self)

    def __rsub__(self, other):
        return Value.of(other).__sub__(self)

    def __rmul__(self, other):
        return Value.of(other).__mul__(self)

    def __rtruediv__(self, other):
        return Value.of(other).__truediv__(self)

    def tanh(self):
        t = tanh(self.data)
        return Value(t, [Edge(self, 1.0 - t * t)])

    def exp(self):
        e = exp(self.data)
        return Value(e, [Edge(self, e)])

    def relu(self):
        if self.data > 0:
            return Value(self.data, [Edge(self, 1.0)])
        return Value(0.0, [Edge(self, 0.0)])

    def backward(self):
        order = consumers_first(self)
        for node in order:
            if node.edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def consumers_first(root):
    """Exercise 12: count the consumers, then give a node out after its last one."""
    count = {root: 0}
    stack = [root]
    while stack:
        for source in stack.pop()._prev:
            if source not in count:
                count[source] = 0
                stack.append(source)
            count[source] += 1
    order = []
    ready = [root]
    while ready:
        node = ready.pop()
        order.append(node)
        for source in node._prev:
            count[source] -= 1
            if count[source] == 0:
                ready.append(source)
    return order


def build_topo(v, visited, topo):
    for node in reversed(consumers_first(v)):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in consumers_first(root):
        node.grad = 0.0
