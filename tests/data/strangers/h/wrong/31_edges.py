"""Edges know the input and the local derivative; everything else follows from them."""

import math


class Value:
    def __init__(self, data, inputs=(), derivatives=()):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(inputs)
        self._edges = zip(inputs, derivatives)

    def _backward(self):
        for node, derivative in self._edges:
            node.grad += derivative * self.grad

    def __add__(self, other):
        other = promote(other)
        return Value(self.data + other.data, [self, other], [1.0, 1.0])

    def __mul__(self, other):
        other = promote(other)
        return Value(self.data * other.data, [self, other], [other.data, self.data])

    def __pow__(self, n):
        return Value(self.data**n, [self], [n * self.data ** (n - 1) if n != 0 else 0.0])

    def __sub__(self, other):
        other = promote(other)
        return Value(self.data - other.data, [self, other], [1.0, -1.0])

    def __truediv__(self, other):
        other = promote(other)
        inverse = 1.0 / other.data
        return Value(
            self.data / other.data,
            [self, other],
            [inverse, -self.data * inverse * inverse],
        )

    def __neg__(self):
        return Value(-self.data, [self], [-1.0])

    def __radd__(self, other):
        return promote(other) + self

    def __rsub__(self, other):
        return promote(other) - self

    def __rmul__(self, other):
        return promote(other) * self

    def __rtruediv__(self, other):
        return promote(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], [1.0 - t**2])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], [e])

    def relu(self):
        return Value(max(0.0, self.data), [self], [1.0 if self.data > 0 else 0.0])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def promote(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    entered = set()
    while stack:
        node = stack[-1]
        if node in visited:
            stack.pop()
        elif node in entered:
            stack.pop()
            visited.add(node)
            topo.append(node)
        else:
            entered.add(node)
            stack.extend(p for p in node._prev if p not in visited)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
