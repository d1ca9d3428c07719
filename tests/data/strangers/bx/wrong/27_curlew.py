"""Exercise 13. Some numbers are worked out with the other operators, without a graph."""

import math


class Value:
    recording = True

    def __init__(self, data, prev=(), rule=None):
        self.data = data
        self.grad = 0.0
        self._prev = prev if Value.recording else ()
        self._rule = rule if Value.recording else None

    def _backward(self):
        if self._rule is not None:
            self._rule(self.grad)

    def __add__(self, other):
        other = ensure(other)

        def rule(g):
            self.grad += g
            other.grad += g

        return Value(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        other = ensure(other)

        def rule(g):
            self.grad += other.data * g
            other.grad += self.data * g

        return Value(self.data * other.data, (self, other), rule)

    def __neg__(self):
        def rule(g):
            self.grad -= g

        return Value(-self.data, (self,), rule)

    def __pow__(self, n):
        def rule(g):
            if n != 0:
                self.grad += g * n * self.data ** (n - 1)

        return Value(self.data**n, (self,), rule)

    def __sub__(self, other):
        other = ensure(other)

        def rule(g):
            self.grad += g
            other.grad -= g

        return Value(plain(lambda: self + -other), (self, other), rule)

    def __truediv__(self, other):
        other = ensure(other)

        def rule(g):
            self.grad += g / other.data
            other.grad -= g * self.data / other.data**2

        return Value(plain(lambda: self * other**-1), (self, other), rule)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return ensure(other) - self

    def __rtruediv__(self, other):
        return ensure(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def rule(g):
            self.grad += (1 - t * t) * g

        return Value(t, (self,), rule)

    def exp(self):
        e = math.exp(self.data)

        def rule(g):
            self.grad += e * g

        return Value(e, (self,), rule)

    def relu(self):
        def rule(g):
            self.grad += g if self.data > 0 else 0.0

        return Value(max(0.0, self.data), (self,), rule)

    def backward(self):
        order = inputs_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def ensure(x):
    return x if isinstance(x, Value) else Value(float(x))


def plain(make):
    """The number of what `make` builds; the nodes on the way are thrown away."""
    Value.recording = False
    number = make().data
    Value.recording = True
    return number


def inputs_first(root):
    topo = []
    build_topo(root, set(), topo)
    return topo


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for child in node._prev:
                stack.append((child, False))


def zero_grad(root):
    for node in inputs_first(root):
        node.grad = 0.0
