"""An engine that works out the order of a graph only once.

A graph never changes after it has been made, so its order is kept with the root and a
second backward() from the same root can use it again.
"""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._order = None
        self._backward = lambda: None

    def ordered(self):
        if self._order is None:
            self._order = []
            build_topo(self, set(), self._order)
        return self._order

    def backward(self):
        order = self.ordered()
        for v in order:
            if v._prev:
                v.grad = 0.0
        self.grad += 1.0
        order.reverse()
        for v in order:
            v._backward()

    def _made(self, data, op, inputs, slopes):
        out = Value(data, inputs, op)

        def _backward():
            for v, slope in zip(inputs, slopes):
                v.grad += slope * out.grad

        out._backward = _backward
        return out

    def __add__(self, other):
        other = cast(other)
        return self._made(self.data + other.data, "+", (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = cast(other)
        return self._made(self.data - other.data, "-", (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = cast(other)
        return self._made(self.data * other.data, "*", (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = cast(other)
        slopes = (1.0 / other.data, -self.data / other.data**2)
        return self._made(self.data / other.data, "/", (self, other), slopes)

    def __radd__(self, other):
        return cast(other) + self

    def __rsub__(self, other):
        return cast(other) - self

    def __rmul__(self, other):
        return cast(other) * self

    def __rtruediv__(self, other):
        return cast(other) / self

    def __neg__(self):
        return self._made(-self.data, "neg", (self,), (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return self._made(self.data**n, f"**{n}", (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return self._made(t, "tanh", (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return self._made(e, "exp", (self,), (e,))

    def relu(self):
        on = self.data > 0
        return self._made(self.data if on else 0.0, "relu", (self,), (1.0 if on else 0.0,))


def cast(x):
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
            for p in node._prev:
                stack.append((p, False))


def zero_grad(root):
    for v in root.ordered():
        v.grad = 0.0
