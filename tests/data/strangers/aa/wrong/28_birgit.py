"""Engine ordered by depth.

A leaf has depth 0, a result lies deeper than its inputs. Sorted by depth, the nodes are in
topological order, and no stack of half finished nodes is needed.
"""
import math


class Value:
    def __init__(self, data, inputs=()):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._backward = lambda: None
        self.depth = 1 + min(p.depth for p in inputs) if inputs else 0

    def __repr__(self):
        return f"Value(data={self.data}, depth={self.depth})"

    def __add__(self, other):
        other = constant(other)
        out = Value(self.data + other.data, (self, other))

        def local():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = local
        return out

    def __mul__(self, other):
        other = constant(other)
        out = Value(self.data * other.data, (self, other))

        def local():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = local
        return out

    def __neg__(self):
        out = Value(-self.data, (self,))

        def local():
            self.grad -= out.grad

        out._backward = local
        return out

    def inverse(self):
        out = Value(1 / self.data, (self,))

        def local():
            self.grad -= out.grad * out.data * out.data

        out._backward = local
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def local():
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = local
        return out

    def __sub__(self, other):
        return self + (-constant(other))

    def __truediv__(self, other):
        return self * constant(other).inverse()

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self.inverse() * other

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def local():
            self.grad += out.grad * (1 - out.data) * (1 + out.data)

        out._backward = local
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def local():
            self.grad += out.grad * out.data

        out._backward = local
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,))

        def local():
            if self.data > 0:
                self.grad += out.grad

        out._backward = local
        return out

    def backward(self):
        nodes = sorted(reach(self), key=lambda node: node.depth, reverse=True)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            node._backward()


def constant(x):
    return x if isinstance(x, Value) else Value(x)


def reach(root):
    seen = {root}
    todo = [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in seen:
                seen.add(p)
                todo.append(p)
    return seen


def build_topo(v, visited, topo):
    visited |= reach(v)
    topo.extend(sorted(visited, key=lambda node: node.depth))


def zero_grad(root):
    for node in reach(root):
        node.grad = 0.0
