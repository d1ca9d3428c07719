"""Edge lists: a node keeps pairs (input, local derivative), computed on the way forward."""
import math


class Value:
    def __init__(self, data, edges=()):
        self.data = float(data)
        self.grad = 0.0
        self.edges = list(edges)
        self._prev = [source for source, _ in self.edges]

    @staticmethod
    def of(x):
        if isinstance(x, Value):
            return x
        return Value(x)

    def _backward(self):
        for source, weight in self.edges:
            source.grad += weight * self.grad

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __sub__(self, other):
        other = Value.of(other)
        return Value(self.data - other.data, [(self, 1.0), (other, -1.0)])

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, [(self, other.data), (other, self.data)])

    def __truediv__(self, other):
        other = Value.of(other)
        quotient = self.data / other.data
        return Value(quotient, [(self, 1 / other.data), (other, -quotient)])

    def __radd__(self, other):
        return Value.of(other) + self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def __neg__(self):
        return Value(-self.data, [(self, -1.0)])

    def __pow__(self, n):
        weight = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data ** n, [(self, weight)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [(self, 1 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [(self, e)])

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, [(self, 1.0 if on else 0.0)])

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node.edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if node is None:
            topo.append(stack.pop())
            continue
        if id(node) in visited:
            continue
        visited.add(id(node))
        stack.append(node)
        stack.append(None)
        stack.extend(node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
