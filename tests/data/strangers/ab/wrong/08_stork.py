"""engine.py: values, operators and the way back through the graph."""

import math


class Value:
    """A number that remembers where it came from."""

    def __init__(self, data, children=(), op=""):
        self.data = data
        self.grad = 0.0
        self.op = op
        self._prev = children
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, op={self.op!r})"

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def back():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = back
        return out

    def __radd__(self, other):
        return Value(other) + self

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def back():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = back
        return out

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return Value(other) + (-self)

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other**-1
        return self * (1 / other)

    def __rtruediv__(self, other):
        return self**-1 * other

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")
        slope = n * self.data ** (n - 1) if n != 0 else 0.0

        def back():
            self.grad += slope * out.grad

        out._backward = back
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def back():
            self.grad += out.data * out.grad

        out._backward = back
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def back():
            self.grad += (1 - out.data * out.data) * out.grad

        out._backward = back
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def back():
            self.grad += (out.data > 0) * out.grad

        out._backward = back
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


def build_topo(v, visited, topo):
    """Fill topo, inputs first."""
    line = []
    node = v
    while node not in visited:
        visited.add(node)
        line.append(node)
        if not node._prev:
            break
        node = node._prev[0]
    while line:
        node = line.pop()
        for sideways in node._prev[1:]:
            if sideways not in visited:
                build_topo(sideways, visited, topo)
        topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
