"""Special cases first: fewer operations for the things that occur most."""

import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = None

    def _then(self, rule):
        self._backward = rule
        return self

    def __add__(self, other):
        if isinstance(other, Value):
            out = Value(self.data + other.data, (self, other))

            def rule(g):
                self.grad += g
                other.grad += g

        else:
            # adding a number does nothing to the gradient
            out = Value(self.data + other, (self,))

            def rule(g):
                self.grad += g

        return out._then(rule)

    def __mul__(self, other):
        if not isinstance(other, Value):
            # a number needs no gradient of its own
            out = Value(self.data * other, (self,))

            def rule(g):
                self.grad += g * other

            return out._then(rule)

        out = Value(self.data * other.data, (self, other))
        if self.data == other.data:
            # a square, one step instead of two
            def rule(g):
                self.grad += 2.0 * self.data * g

        else:

            def rule(g):
                self.grad += g * other.data
                other.grad += g * self.data

        return out._then(rule)

    def __pow__(self, n):
        out = Value(self.data**n, (self,))
        if n == 0:

            def rule(g):
                pass

        elif n == 1:

            def rule(g):
                self.grad += g

        elif n == 2:

            def rule(g):
                self.grad += 2 * self.data * g

        else:

            def rule(g):
                self.grad += n * self.data ** (n - 1) * g

        return out._then(rule)

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return self * (1.0 / other)
        out = Value(self.data / other.data, (self, other))

        def rule(g):
            share = g / other.data
            self.grad += share
            other.grad -= share * out.data

        return out._then(rule)

    def __rtruediv__(self, other):
        out = Value(other / self.data, (self,))

        def rule(g):
            self.grad -= g * out.data / self.data

        return out._then(rule)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    __radd__ = __add__
    __rmul__ = __mul__

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def rule(g):
            self.grad += (1 - out.data**2) * g

        return out._then(rule)

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def rule(g):
            self.grad += out.data * g

        return out._then(rule)

    def relu(self):
        if self.data > 0:
            out = Value(self.data, (self,))

            def rule(g):
                self.grad += g

        else:
            out = Value(0.0, (self,))

            def rule(g):
                pass

        return out._then(rule)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        inner = [node for node in reversed(topo) if node._prev]
        for node in inner:
            node.grad = 0.0
        self.grad += 1.0
        for node in inner:
            node._backward(node.grad)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for p in node._prev:
                if p not in visited:
                    stack.append((p, False))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
