"""A tape of all operations, oldest first; backward() plays the part of it that it needs."""

import math
from collections import deque

TAPE_LENGTH = 1 << 16
tape = deque(maxlen=TAPE_LENGTH)


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward")

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = lambda: None

    def _record(self, inputs, rule):
        self._prev = inputs
        self._backward = rule
        tape.append(self)
        return self

    def __add__(self, other):
        other = as_node(other)
        out = Value(self.data + other.data)

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        return out._record((self, other), rule)

    def __sub__(self, other):
        other = as_node(other)
        out = Value(self.data - other.data)

        def rule():
            self.grad += out.grad
            other.grad -= out.grad

        return out._record((self, other), rule)

    def __mul__(self, other):
        other = as_node(other)
        out = Value(self.data * other.data)

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        return out._record((self, other), rule)

    def __truediv__(self, other):
        other = as_node(other)
        out = Value(self.data / other.data)

        def rule():
            share = out.grad / other.data
            self.grad += share
            other.grad -= share * out.data

        return out._record((self, other), rule)

    def __neg__(self):
        out = Value(-self.data)

        def rule():
            self.grad -= out.grad

        return out._record((self,), rule)

    def __pow__(self, n):
        out = Value(self.data**n)

        def rule():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        return out._record((self,), rule)

    def __radd__(self, other):
        return as_node(other) + self

    def __rsub__(self, other):
        return as_node(other) - self

    def __rmul__(self, other):
        return as_node(other) * self

    def __rtruediv__(self, other):
        return as_node(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data))

        def rule():
            self.grad += (1.0 - out.data * out.data) * out.grad

        return out._record((self,), rule)

    def exp(self):
        out = Value(math.exp(self.data))

        def rule():
            self.grad += out.data * out.grad

        return out._record((self,), rule)

    def relu(self):
        out = Value(max(self.data, 0.0))

        def rule():
            if out.data > 0.0:
                self.grad += out.grad

        return out._record((self,), rule)

    def backward(self):
        needed = set()
        build_topo(self, needed, [])
        for node in needed:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        left = len(needed)
        for node in reversed(tape):
            if node in needed:
                node._backward()
                left -= 1
                if left == 0:
                    break


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((source, False) for source in node._prev)


def zero_grad(root):
    found = set()
    build_topo(root, found, [])
    for node in found:
        node.grad = 0.0
