"""Exam 13, my engine.

Value(data, inputs) makes a node; functions of one number make the node first and hang
their input on it afterwards.
"""

import math


class Value:
    def __init__(self, data, _prev=[], _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad}, op={self._op!r})"

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other, [])
        out = Value(self.data + other.data, [self, other], "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other, [])
        out = Value(self.data * other.data, [self, other], "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def _apply(self, f, slope, op):
        """f(x) is the value, slope(y) the slope where the value is y."""
        out = Value(f(self.data), _op=op)
        out._prev.append(self)

        def _backward():
            self.grad += slope(out.data) * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        return self._apply(math.tanh, lambda t: 1.0 - t * t, "tanh")

    def exp(self):
        return self._apply(math.exp, lambda e: e, "exp")

    def relu(self):
        return self._apply(lambda x: max(x, 0.0), lambda y: 1.0 if y > 0 else 0.0, "relu")

    def __pow__(self, n):
        x = self.data
        slope = 0.0 if n == 0 else n * x ** (n - 1)
        return self._apply(lambda _: x**n, lambda _: slope, f"**{n}")

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

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return self**-1 * other

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._op != "":
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            for p in node._prev:
                if p not in visited:
                    stack.append((p, False))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
