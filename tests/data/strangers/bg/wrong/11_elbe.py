"""No sweep at the start of a call: a node notices by itself that a new call has begun."""

import math


class Value:
    current = 0

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._call = None
        self._backward = lambda: None

    def _receive(self, amount):
        """Add to the gradient; the first amount of a call starts an inner node afresh."""
        if self._prev and self._call != Value.current:
            self._call = Value.current
            self.grad = 0.0
        self.grad += amount

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self._receive(out.grad)
            other._receive(out.grad)

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self._receive(other.data * out.grad)
            other._receive(self.data * out.grad)

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(float(other))
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            self._receive(out.grad / other.data)
            other._receive(-out.grad * out.data / other.data)

        out._backward = _backward
        return out

    def _function(self, data, slope, op):
        out = Value(data, (self,), op)
        out._backward = lambda: self._receive(slope * out.grad)
        return out

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return self._function(self.data**n, slope, "pow")

    def tanh(self):
        t = math.tanh(self.data)
        return self._function(t, 1.0 - t**2, "tanh")

    def exp(self):
        e = math.exp(self.data)
        return self._function(e, e, "exp")

    def relu(self):
        on = self.data > 0.0
        return self._function(self.data if on else 0.0, 1.0 if on else 0.0, "relu")

    def __neg__(self):
        return self._function(-self.data, -1.0, "neg")

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return (-self) + other

    def __rtruediv__(self, other):
        return Value(float(other)) / self

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        Value.current = (Value.current + 1) & 0xFF
        self._receive(1.0)
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, inputs = stack[-1]
        source = next(inputs, None)
        if source is None:
            topo.append(node)
            stack.pop()
        elif source not in visited:
            visited.add(source)
            stack.append((source, iter(source._prev)))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
