"""Mixins: arithmetic, functions and the graph part live in separate classes."""
import math


class Graph:
    def descend(self):
        seen = set()
        stack = [(self, False)]
        while stack:
            node, finished = stack.pop()
            if finished:
                yield node
            elif node not in seen:
                seen.add(node)
                stack.append((node, True))
                stack.extend([(p, False) for p in node._prev])

    def backward(self):
        nodes = list(self.descend())
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes[::-1]:
            node._backward()


class Arithmetic:
    def __add__(self, other):
        other = self.cast(other)
        return self.new(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = self.cast(other)
        return self.new(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = self.cast(other)
        return self.new(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = self.cast(other)
        value = self.data / other.data
        return self.new(value, (self, 1.0 / other.data), (other, -value / other.data))

    def __neg__(self):
        return self.new(-self.data, (self, -1.0))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return self.new(self.data**n, (self, slope))

    def __radd__(self, other):
        return self.cast(other) + self

    def __rsub__(self, other):
        return self.cast(other) - self

    def __rmul__(self, other):
        return self.cast(other) * self

    def __rtruediv__(self, other):
        return self.cast(other) / self


class Functions:
    def tanh(self):
        x = self.data
        e = math.exp(2.0 * x)
        t = (e - 1.0) / (e + 1.0)
        return self.new(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return self.new(e, (self, e))

    def relu(self):
        gate = 1.0 if self.data > 0 else 0.0
        return self.new(gate * self.data, (self, gate))


class Value(Arithmetic, Functions, Graph):
    def __init__(self, data, edges=()):
        self.data = float(data)
        self.grad = 0.0
        self.edges = edges
        self._prev = [node for node, _ in edges]

    @classmethod
    def new(cls, data, *edges):
        return cls(data, edges)

    @classmethod
    def cast(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def _backward(self):
        for node, slope in self.edges:
            node.grad += slope * self.grad


def build_topo(v, visited, topo):
    for node in v.descend():
        topo.append(node)


def zero_grad(root):
    for node in root.descend():
        node.grad = 0.0
