"""Few basic operations; the other operators are defined by these."""

import math


class Basic:
    """+, *, neg, power and the functions, each with its own rule."""

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = ()
        self._backward = self._leaf_rule

    def _leaf_rule(self):
        pass

    def _derive(self, data, *inputs):
        out = type(self)(data)
        out._prev = inputs
        return out

    def __add__(self, other):
        other = self.lift(other)
        out = self._derive(self.data + other.data, self, other)

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = self.lift(other)
        out = self._derive(self.data * other.data, self, other)

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = self._derive(self.data**n, self)

        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        out = self._derive(math.tanh(self.data), self)

        def _backward():
            self.grad += (1 - out.data * out.data) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = self._derive(math.exp(self.data), self)

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = self._derive(max(0.0, self.data), self)

        def _backward():
            if self.data > 0:
                self.grad += out.grad

        out._backward = _backward
        return out


class Value(Basic):
    """The operators that follow from the basic ones, and the backward pass."""

    @classmethod
    def lift(cls, x):
        return x if isinstance(x, cls) else cls(x)

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -self.lift(other)

    def __truediv__(self, other):
        return self * self.lift(other) ** -1

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -(self - other)

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return (self / other) ** -1

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    stack = [v]
    opened = set()
    while stack:
        node = stack.pop()
        if node in visited:
            continue
        if node in opened:
            visited.add(node)
            topo.append(node)
        else:
            opened.add(node)
            stack.append(node)
            stack.extend(x for x in node._prev if x not in opened)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
