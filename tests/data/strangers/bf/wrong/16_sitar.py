"""The order by counting: a node is ready when all of its consumers are done."""

import math
from collections import Counter, deque


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad}, op={self._op!r})"

    def __add__(self, other):
        other = number(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            for node in out._prev:
                node.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = number(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, exponent):
        out = Value(self.data**exponent, (self,), "**")

        def _backward():
            if exponent:
                self.grad += exponent * self.data ** (exponent - 1) * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += (1 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def _backward():
            self.grad += (out.data > 0) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -number(other)

    def __truediv__(self, other):
        return self * number(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return number(other) - self

    def __rtruediv__(self, other):
        return number(other) / self

    def backward(self):
        order = list(consumers_first(self))
        for node in order:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def number(x):
    return x if isinstance(x, Value) else Value(x)


def consumers_first(root):
    waits_for = Counter()
    seen = {root}
    stack = [root]
    while stack:
        for node in set(stack.pop()._prev):
            waits_for[node] += 1
            if node not in seen:
                seen.add(node)
                stack.append(node)

    ready = deque([root])
    while ready:
        node = ready.popleft()
        yield node
        for x in node._prev:
            waits_for[x] -= 1
            if waits_for[x] == 0:
                ready.append(x)


def build_topo(v, visited, topo):
    order = list(consumers_first(v))
    visited.update(order)
    topo.extend(reversed(order))


def zero_grad(root):
    for node in consumers_first(root):
        node.grad = 0.0
