"""Everything is made of +, *, ** and three functions; a subtraction is several nodes, and wrapped
numbers are nodes too. The rules get their gradient as an argument and return nothing."""
import math
from collections import deque


class Value:
    def __init__(self, data, inputs=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = list(inputs)
        self._backward = None

    def __hash__(self):
        return id(self) >> 4

    def __eq__(self, other):
        return self is other

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, [self, other])

        def rule(g):
            self.grad += g
            other.grad += g
        out._backward = rule
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, [self, other])

        def rule(g, x=self.data, y=other.data):
            self.grad += g * y
            other.grad += g * x
        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data ** n, [self])

        def rule(g, x=self.data):
            if n:
                self.grad += g * n * x ** (n - 1)
        out._backward = rule
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), [self])

        def rule(g):
            self.grad += g * (1 - out.data ** 2)
        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), [self])

        def rule(g):
            self.grad += g * out.data
        out._backward = rule
        return out

    def relu(self):
        out = Value((self.data + abs(self.data)) / 2, [self])

        def rule(g):
            self.grad += g if out.data > 0 else 0.0
        out._backward = rule
        return out

    def __neg__(self): return self * -1
    def __sub__(self, other): return self + -(other if isinstance(other, Value) else Value(other))
    def __truediv__(self, other): return self * (other if isinstance(other, Value) else Value(other)) ** -1
    def __radd__(self, other): return Value(other) + self
    def __rsub__(self, other): return Value(other) - self
    def __rmul__(self, other): return Value(other) * self
    def __rtruediv__(self, other): return Value(other) / self

    def __iadd__(self, other):
        return self + other

    def backward(self):
        visited, topo = set(), deque()
        build_topo(self, visited, topo)
        for node in visited:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            node = topo.pop()
            if node._backward is not None:
                node._backward(node.grad)


def build_topo(v, visited, topo):
    stack = deque([(v, False)])
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    visited = set()
    build_topo(root, visited, [])
    for node in visited:
        node.grad = 0.0
