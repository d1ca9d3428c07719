"""Wanda's engine: Leaf and Inner are two classes under Value."""
import math


class Value:
    def __new__(cls, data, *rest):
        # Value(3.0) is what everybody writes; it makes a Leaf.
        return super().__new__(Leaf if cls is Value else cls)

    def __add__(self, other):
        other = enter(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return Inner(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = enter(other)

        def rule(g):
            self.grad += g * other.data
            other.grad += g * self.data

        return Inner(self.data * other.data, (self, other), rule)

    def __truediv__(self, other):
        other = enter(other)

        def rule(g):
            self.grad += g / other.data
            other.grad -= g * self.data / other.data / other.data

        return Inner(self.data / other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)

        return Inner(self.data**n, (self,), rule)

    def __neg__(self):
        def rule(g):
            self.grad -= g

        return Inner(-self.data, (self,), rule)

    def __sub__(self, other):
        return self + -enter(other)

    def __radd__(self, other):
        return enter(other) + self

    def __rsub__(self, other):
        return enter(other) + -self

    def __rmul__(self, other):
        return enter(other) * self

    def __rtruediv__(self, other):
        return enter(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1 - t**2)

        return Inner(t, (self,), rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return Inner(e, (self,), rule)

    def relu(self):
        def rule(g):
            if self.data > 0:
                self.grad += g

        return Inner(max(0.0, self.data), (self,), rule)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if isinstance(node, Inner):
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


class Leaf(Value):
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()

    def _backward(self):
        pass


class Inner(Value):
    def __init__(self, data, inputs, rule):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._rule = rule

    def _backward(self):
        self._rule(self.grad)


def enter(x):
    return x if isinstance(x, Value) else Leaf(x)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack.pop()
        if isinstance(node, list):
            topo.append(node[0])
        elif node not in visited:
            visited.add(node)
            stack.append([node])
            stack.extend(node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        if isinstance(node, Leaf):
            node.grad = 0.0
