"""Exam. Few nodes are fast nodes: what changes nothing makes no node."""

import math
import operator


class Value:
    def __init__(self, data, inputs=(), pull=None):
        self.data = data
        self.grad = 0.0
        self._prev = list(inputs)
        self._pull = pull

    def __float__(self):
        return float(self.data)

    def __repr__(self):
        return f"Value(data={float(self):.6g}, grad={self.grad:.6g})"

    def _backward(self):
        if self._pull is not None:
            for node, part in zip(self._prev, self._pull(self.grad)):
                node.grad += part

    def _with(self, other, compute, pull):
        """A node from self and other; pull(g, a, b) says what each of them gets."""
        if not isinstance(other, Value):
            other = Value(float(other))
        a, b = self.data, other.data
        return Value(compute(a, b), (self, other), lambda g: pull(g, a, b))

    def __add__(self, other):
        return self._with(other, operator.add, lambda g, a, b: (g, g))

    def __sub__(self, other):
        return self._with(other, operator.sub, lambda g, a, b: (g, -g))

    def __mul__(self, other):
        if neutral(other):
            return self
        return self._with(other, operator.mul, lambda g, a, b: (g * b, g * a))

    def __truediv__(self, other):
        if neutral(other):
            return self
        return self._with(
            other, operator.truediv, lambda g, a, b: (g / b, -g * a / (b * b))
        )

    def __radd__(self, other):
        return Value(float(other)) + self

    def __rsub__(self, other):
        return Value(float(other)) - self

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return Value(float(other)) / self

    def __neg__(self):
        return Value(-self.data, [self], lambda g: [-g])

    def __pow__(self, n):
        if neutral(n):
            return self
        if n == 0:
            return Value(1.0, [self], lambda g: [0.0])
        x = self.data
        return Value(x**n, [self], lambda g: [g * n * x ** (n - 1)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], lambda g: [g * (1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], lambda g: [g * e])

    def relu(self):
        if self.data > 0:
            return Value(self.data, [self], lambda g: [g])
        return Value(0.0, [self], lambda g: [0.0])

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in filter(operator.attrgetter("_prev"), topo):
            node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def neutral(factor):
    """Does `* factor`, `/ factor` or `** factor` leave everything as it is?"""
    return float(factor) == 1.0


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        fresh = None
        if node not in visited:
            fresh = next((p for p in node._prev if p not in visited), None)
            if fresh is None:
                visited.add(node)
                topo.append(node)
        if fresh is None:
            stack.pop()
        else:
            stack.append(fresh)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
