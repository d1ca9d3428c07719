# Exercise 13. A node may go as soon as all of its consumers have gone.

import math
from collections import defaultdict


class Value:
    def __init__(self, data, _prev=(), _op=None):
        self.data, self.grad = data, 0.0
        self._prev, self._op = _prev, _op
        self._backward = None

    def __repr__(self):
        return f"Value({self.data})"

    def __add__(self, other):
        other = wrap(other)
        out = Value(self.data + other.data, (self, other), "add")

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")

        def rule():
            self.grad -= out.grad

        out._backward = rule
        return out

    def __sub__(self, other):
        return self + -wrap(other)

    def __mul__(self, other):
        other = wrap(other)
        out = Value(self.data * other.data, (self, other), "mul")

        def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = wrap(other)
        out = Value(self.data / other.data, (self, other), "div")

        def rule():
            self.grad += out.grad / other.data
            other.grad += -out.grad * out.data / other.data

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "pow")

        def rule():
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = rule
        return out

    __radd__ = lambda self, other: wrap(other) + self
    __rsub__ = lambda self, other: wrap(other) - self
    __rmul__ = lambda self, other: wrap(other) * self
    __rtruediv__ = lambda self, other: wrap(other) / self

    def tanh(self):
        return self._function(math.tanh(self.data), lambda x, y: 1 - y * y)

    def exp(self):
        return self._function(math.exp(self.data), lambda x, y: y)

    def relu(self):
        return self._function(max(0.0, self.data), lambda x, y: 1.0 if x > 0 else 0.0)

    def _function(self, y, slope):
        out = Value(y, (self,), "function")

        def rule():
            self.grad += out.grad * slope(self.data, y)

        out._backward = rule
        return out

    def backward(self):
        order = consumers_first(self, set())
        for node in order:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            if node._backward:
                node._backward()


def wrap(x):
    return x if isinstance(x, Value) else Value(float(x))


def count_consumers(root, visited):
    waiting = defaultdict(int)
    visited.add(root)
    todo = [root]
    while todo:
        node = todo.pop()
        for child in set(node._prev):
            waiting[child] += 1
            if child not in visited:
                visited.add(child)
                todo.append(child)
    return waiting


def consumers_first(root, visited):
    waiting = count_consumers(root, visited)
    order, free = [], [root]
    while free:
        node = free.pop()
        order.append(node)
        for child in node._prev:
            waiting[child] -= 1
            if waiting[child] == 0:
                free.append(child)
    return order


def build_topo(v, visited, topo):
    topo += reversed(consumers_first(v, visited))


def zero_grad(root):
    for node in consumers_first(root, set()):
        node.grad = 0.0
