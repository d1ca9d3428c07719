"""Recursion for shallow graphs (it is the faster walk), a stack for the deep ones."""

import math

SHALLOW = 200


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "_depth")

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._backward = None
        self._depth = 0

    def __repr__(self):
        return f"Value({self.data:g}; {self.grad:g}; depth {self._depth})"

    @classmethod
    def _made(cls, data, inputs, slopes):
        node = cls(data)
        node._prev = inputs
        node._backward = lambda: [
            p._collect(slope * node.grad) for p, slope in zip(inputs, slopes)
        ]
        node._depth = 1 + inputs[0]._depth
        return node

    def _collect(self, amount):
        self.grad += amount

    def __add__(self, other):
        other = to_value(other)
        return self._made(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = to_value(other)
        return self._made(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = to_value(other)
        return self._made(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = to_value(other)
        x, y = self.data, other.data
        return self._made(x / y, (self, other), (1.0 / y, -x / (y * y)))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return to_value(other) / self

    def __neg__(self):
        return self._made(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return self._made(self.data**n, (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return self._made(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return self._made(e, (self,), (e,))

    def relu(self):
        positive = self.data > 0
        return self._made(self.data if positive else 0.0, (self,), (1.0 if positive else 0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._depth:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            if node._backward:
                node._backward()


def to_value(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    if v._depth <= SHALLOW:
        _descend(v, visited, topo)
    else:
        _climb(v, visited, topo)


def _descend(v, visited, topo):
    if v in visited:
        return
    visited.add(v)
    for p in v._prev:
        _descend(p, visited, topo)
    topo.append(v)


def _climb(v, visited, topo):
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        for p in stack[-1][1]:
            if p not in visited:
                visited.add(p)
                stack.append((p, iter(p._prev)))
                break
        else:
            topo.append(stack.pop()[0])


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
