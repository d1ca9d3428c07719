"""Plain numbers are wrapped once and shared: most programs use the same few again and again."""

import math


class Value:
    constants = {}

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    @classmethod
    def wrap(cls, number):
        if isinstance(number, Value):
            return number
        key = hash(number)
        if key not in cls.constants:
            cls.constants[key] = cls(number, (), "const")
        return cls.constants[key]

    def __add__(self, other):
        other = self.wrap(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __sub__(self, other):
        other = self.wrap(other)
        out = Value(self.data - other.data, (self, other), "-")

        def _backward():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = self.wrap(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = self.wrap(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            self.grad += out.grad / other.data
            other.grad -= out.grad * self.data / other.data**2

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def _backward():
            if n:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = _backward
        return out

    def _function(self, name, y, slope):
        out = Value(y, (self,), name)

        def _backward():
            self.grad += slope * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        t = math.tanh(self.data)
        return self._function("tanh", t, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._function("exp", e, e)

    def relu(self):
        gate = 1.0 if self.data > 0 else 0.0
        return self._function("relu", self.data if gate else 0.0, gate)

    def __neg__(self):
        return self * -1

    def __radd__(self, other):
        return self.wrap(other) + self

    def __rsub__(self, other):
        return self.wrap(other) - self

    def __rmul__(self, other):
        return self.wrap(other) * self

    def __rtruediv__(self, other):
        return self.wrap(other) / self

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
    stack = [iter((v,))]
    owners = []
    while stack:
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            if owners:
                topo.append(owners.pop())
        elif node not in visited:
            visited.add(node)
            owners.append(node)
            stack.append(iter(node._prev))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
