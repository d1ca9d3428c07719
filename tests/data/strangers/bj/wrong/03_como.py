"""The whole engine. Nodes have a level, and gradients go down level by level."""

import math


def lift(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def reachable(root):
    found = {root: None}
    todo = [root]
    while todo:
        for child in todo.pop()._prev:
            if child not in found:
                found[child] = None
                todo.append(child)
    return list(found)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None
        # Leaves are on the ground floor, a result is above its inputs.
        self.level = 1 + min(p.level for p in _prev) if _prev else 0

    def __add__(self, other):
        other = lift(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = lift(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), f"**{n}")

        def rule():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = rule
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + (-lift(other))

    def __truediv__(self, other):
        return self * lift(other) ** -1

    def __radd__(self, other):
        return lift(other) + self

    def __rmul__(self, other):
        return lift(other) * self

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def rule():
            self.grad += (1.0 - out.data * out.data) * out.grad

        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def rule():
            self.grad += out.data * out.grad

        out._backward = rule
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")

        def rule():
            if self.data > 0:
                self.grad += out.grad

        out._backward = rule
        return out

    def backward(self):
        nodes = reachable(self)
        for node in nodes:
            if node.level > 0:
                node.grad = 0.0
        self.grad += 1.0
        floors = {}
        for node in nodes:
            floors.setdefault(node.level, []).append(node)
        for level in sorted(floors, reverse=True):
            for node in floors[level]:
                node._backward()


def build_topo(v, visited, topo):
    topo.extend(sorted(reachable(v), key=lambda node: node.level))
    visited.update(topo)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
