"""The engine with consumer counts (exercise 12) in place of the depth first order."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def backward(self):
        order = list(consumers_first(self))
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def _apply(self, data, slope, op):
        out = Value(data, (self,), op)

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return self._apply(self.data**n, slope, "**")

    def tanh(self):
        t = math.tanh(self.data)
        return self._apply(t, 1.0 - t**2, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._apply(e, e, "exp")

    def relu(self):
        return self._apply(max(0.0, self.data), 1.0 if self.data > 0 else 0.0, "relu")

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other**-1
        return self * (1.0 / other)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return self**-1 * other


def consumers_first(root):
    """Yield root and all that it is made of, each node after all of its consumers."""
    waits_for = {root: 0}
    stack = [root]
    while stack:
        node = stack.pop()
        for source in set(node._prev):
            if source not in waits_for:
                waits_for[source] = 0
                stack.append(source)
            waits_for[source] += 1

    ready = [root]
    while ready:
        node = ready.pop()
        yield node
        for source in node._prev:
            waits_for[source] -= 1
            if waits_for[source] == 0:
                ready.append(source)


def build_topo(v, visited, topo):
    order = list(consumers_first(v))
    visited.update(order)
    topo.extend(reversed(order))


def zero_grad(root):
    for node in consumers_first(root):
        node.grad = 0.0
