"""An engine with a tape: what has been computed is written down, and read backwards."""

import math
from collections import deque

TAPE = deque(maxlen=1 << 16)


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = None

    def __add__(self, o):
        o = to_value(o)

        def rule(g):
            self.grad += g
            o.grad += g

        return record(self.data + o.data, (self, o), "+", rule)

    def __sub__(self, o):
        o = to_value(o)

        def rule(g):
            self.grad += g
            o.grad -= g

        return record(self.data - o.data, (self, o), "-", rule)

    def __mul__(self, o):
        o = to_value(o)

        def rule(g):
            self.grad += g * o.data
            o.grad += g * self.data

        return record(self.data * o.data, (self, o), "*", rule)

    def __truediv__(self, o):
        o = to_value(o)
        q = self.data / o.data

        def rule(g):
            self.grad += g / o.data
            o.grad -= g * q / o.data

        return record(q, (self, o), "/", rule)

    def __pow__(self, n):
        def rule(g):
            if n:
                self.grad += g * n * self.data ** (n - 1)

        return record(self.data**n, (self,), "**", rule)

    def __neg__(self):
        def rule(g):
            self.grad -= g

        return record(-self.data, (self,), "neg", rule)

    def __radd__(self, o):
        return to_value(o) + self

    def __rsub__(self, o):
        return to_value(o) - self

    def __rmul__(self, o):
        return to_value(o) * self

    def __rtruediv__(self, o):
        return to_value(o) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += g * (1 - t * t)

        return record(t, (self,), "tanh", rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += g * e

        return record(e, (self,), "exp", rule)

    def relu(self):
        def rule(g):
            if self.data > 0:
                self.grad += g

        return record(max(0.0, self.data), (self,), "relu", rule)

    def backward(self):
        below = reachable(self)
        for node in below:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(TAPE):
            if node in below:
                node._backward(node.grad)


def to_value(x):
    return x if isinstance(x, Value) else Value(x)


def record(data, inputs, op, rule):
    out = Value(data, inputs, op)
    out._backward = rule
    TAPE.append(out)
    return out


def reachable(root):
    found = {root}
    stack = [root]
    while stack:
        for i in stack.pop()._prev:
            if i not in found:
                found.add(i)
                stack.append(i)
    return found


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        for i in stack[-1][1]:
            if i not in visited:
                visited.add(i)
                stack.append((i, iter(i._prev)))
                break
        else:
            topo.append(stack.pop()[0])


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
