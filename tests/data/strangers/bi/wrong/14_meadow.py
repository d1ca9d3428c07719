"""Multiplication by a plain number is an operation of its own, with one input."""

import math


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = self._rest

    def _rest(self):
        """The rule of a leaf."""

    @staticmethod
    def _lift(x):
        return x if isinstance(x, Value) else Value(float(x))

    def _scaled(self, factor):
        return Scaled(self, self.data * factor, factor)

    def __add__(self, other):
        other = self._lift(other)
        out = Value(self.data + other.data, (self, other))

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        if not isinstance(other, Value):
            return self._scaled(float(other))
        out = Value(self.data * other.data, (self, other))

        def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = self._lift(other)
        out = Value(self.data / other.data, (self, other))

        def rule():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        out._backward = rule
        return out

    def __sub__(self, other):
        other = self._lift(other)
        out = Value(self.data - other.data, (self, other))

        def rule():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = rule
        return out

    def __neg__(self):
        return self._scaled(-1.0)

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def rule():
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = rule
        return out

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return self._lift(other) - self

    def __rtruediv__(self, other):
        return self._lift(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def rule():
            self.grad += out.grad * (1 - out.data**2)

        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def rule():
            self.grad += out.grad * out.data

        out._backward = rule
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,))

        def rule():
            self.grad += out.grad * (out.data > 0)

        out._backward = rule
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


class Scaled(Value):
    """factor * source."""

    def __init__(self, source, data, factor):
        super().__init__(data, (source,))
        self._factor = factor
        self._backward = self._pass_on

    def _pass_on(self):
        self._prev[0].grad += self._factor * self.grad

    def _scaled(self, factor):
        return Scaled(self._prev[0], self.data * factor, self._factor * factor)


def build_topo(v, visited, topo):
    stack = [v]
    while stack:
        node = stack[-1]
        visited.add(node)
        missing = [source for source in node._prev if source not in visited]
        if missing:
            stack.append(missing[0])
        else:
            topo.append(stack.pop())


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
