"""Exercise 13. I kept the consumer-counting order of exercise 12."""

import math


class Value:
    def __init__(self, data, inputs=()):
        self.data = data
        self.grad = 0.0
        self._prev = inputs
        self._backward = lambda: None

    # -- sums --------------------------------------------------------------

    def __add__(self, other):
        other = Value.of(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        out = Value(-self.data, (self,))

        def _backward():
            self.grad -= out.grad

        out._backward = _backward
        return out

    def __sub__(self, other):
        return self + (-Value.of(other))

    def __radd__(self, other):
        return Value.of(other) + self

    def __rsub__(self, other):
        return Value.of(other) + (-self)

    # -- products ----------------------------------------------------------

    def __mul__(self, other):
        other = Value.of(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = _backward
        return out

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return self._function(self.data**n, slope)

    def __truediv__(self, other):
        return self * Value.of(other) ** -1

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rtruediv__(self, other):
        return Value.of(other) * self**-1

    # -- functions ---------------------------------------------------------

    def _function(self, value, slope):
        out = Value(value, (self,))

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        t = math.tanh(self.data)
        return self._function(t, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._function(e, e)

    def relu(self):
        positive = self.data > 0
        return self._function(self.data if positive else 0.0, 1.0 if positive else 0.0)

    def backward(self):
        nodes = list(toposort(self))
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes:
            node._backward()

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)


def toposort(root):
    """Yield the nodes root first, each after its last consumer."""
    waits_for = {root: 0}
    stack = [root]
    while stack:
        for p in set(stack.pop()._prev):
            if p not in waits_for:
                waits_for[p] = 0
                stack.append(p)
            waits_for[p] += 1

    ready = [root]
    while ready:
        node = ready.pop()
        yield node
        for p in node._prev:
            waits_for[p] -= 1
            if waits_for[p] == 0:
                ready.append(p)


def build_topo(v, visited, topo):
    topo.extend(reversed(list(toposort(v))))


def zero_grad(root):
    for node in toposort(root):
        node.grad = 0.0
