"""Engine with generators: a rule yields what it has for whom, backward() hands it out."""

import math


class Value:
    def __init__(self, data, _prev=(), _parts=None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._parts = _parts

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _backward(self):
        if self._parts is not None:
            yield from self._parts(self.grad)

    def __add__(self, other):
        other = coerce(other)

        def parts(g):
            yield self, g
            yield other, g

        return Value(self.data + other.data, (self, other), parts)

    def __mul__(self, other):
        other = coerce(other)
        a, b = self.data, other.data

        def parts(g):
            yield self, g * b
            yield other, g * a

        return Value(a * b, (self, other), parts)

    def __truediv__(self, other):
        other = coerce(other)
        a, b = self.data, other.data

        def parts(g):
            yield self, g / b
            yield other, -g * a / b**2

        return Value(a / b, (self, other), parts)

    def __neg__(self):
        def parts(g):
            yield self, -g

        return Value(-self.data, (self,), parts)

    def __sub__(self, other):
        return self + (-coerce(other))

    def __pow__(self, n):
        a = self.data

        def parts(g):
            if n != 0:
                yield self, g * n * a ** (n - 1)

        return Value(a**n, (self,), parts)

    def __radd__(self, other):
        return coerce(other) + self

    def __rmul__(self, other):
        return coerce(other) * self

    def __rsub__(self, other):
        return coerce(other) - self

    def __rtruediv__(self, other):
        return coerce(other) / self

    def tanh(self):
        t = math.tanh(self.data)

        def parts(g):
            yield self, g * (1 - t * t)

        return Value(t, (self,), parts)

    def exp(self):
        e = math.exp(self.data)

        def parts(g):
            yield self, g * e

        return Value(e, (self,), parts)

    def relu(self):
        a = self.data

        def parts(g):
            if a > 0:
                yield self, g

        return Value(a if a > 0 else 0.0, (self,), parts)

    def backward(self):
        order = list(inputs_first(self))
        for node in order:
            if node._parts:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            for target, part in node._backward():
                if -1e-12 < part < 1e-12:
                    continue
                target.grad += part


def coerce(x):
    return x if isinstance(x, Value) else Value(float(x))


def inputs_first(root):
    seen = {root}
    stack = [(root, iter(root._prev))]
    while stack:
        node, rest = stack[-1]
        for n in rest:
            if n not in seen:
                seen.add(n)
                stack.append((n, iter(n._prev)))
                break
        else:
            yield node
            stack.pop()


def build_topo(v, visited, topo):
    topo.extend(inputs_first(v))


def zero_grad(root):
    for node in inputs_first(root):
        node.grad = 0.0
