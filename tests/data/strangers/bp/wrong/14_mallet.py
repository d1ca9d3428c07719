"""Exercise 13.

A rule is a function of the gradient g; it returns pairs (input, contribution). Adding up
is done in one place, in Value._backward.
"""

import math


class Value:
    def __init__(self, data, inputs=None, rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = [] if inputs is None else inputs
        self._rule = rule

    def __repr__(self):
        return f"{type(self).__name__}({self.data!r})"

    def _backward(self):
        if self._rule is not None:
            for node, contribution in self._rule(self.grad):
                node.grad += contribution

    def __add__(self, other):
        a, b = self, promote(other)
        return Value(a.data + b.data, [a, b], lambda g: [(a, g), (b, g)])

    def __sub__(self, other):
        a, b = self, promote(other)
        return Value(a.data - b.data, [a, b], lambda g: [(a, g), (b, -g)])

    def __mul__(self, other):
        a, b = self, promote(other)
        return Value(a.data * b.data, [a, b], lambda g: [(a, g * b.data), (b, g * a.data)])

    def __truediv__(self, other):
        a, b = self, promote(other)
        return Value(
            a.data / b.data,
            [a, b],
            lambda g: [(a, g / b.data), (b, -g * a.data / b.data**2)],
        )

    def __radd__(self, number):
        return promote(number) + self

    def __rsub__(self, number):
        return promote(number) - self

    def __rmul__(self, number):
        return promote(number) * self

    def __rtruediv__(self, number):
        return promote(number) / self

    def __neg__(self):
        return Value(-self.data, [self], lambda g: [(self, -g)])

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, [self], lambda g: [(self, 0.0)])
        return Value(self.data**n, [self], lambda g: [(self, g * n * self.data ** (n - 1))])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], lambda g: [(self, g * (1 - t * t))])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], lambda g: [(self, g * e)])

    def relu(self):
        if self.data > 0:
            return Value(self.data, [self], lambda g: [(self, g)])
        return Value(0.0, [self], lambda g: [(self, 0.0)])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        topo.reverse()
        for node in topo:
            node._backward()


def promote(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    visited.add(v)
    while stack:
        node, at = stack.pop()
        if at == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, at + 1))
        child = node._prev[at]
        if child not in visited:
            visited.add(child)
            stack.append((child, 0))


def zero_grad(root):
    root.grad = 0.0
    seen = {root}
    waiting = root._prev
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        node.grad = 0.0
        waiting.extend(node._prev)
