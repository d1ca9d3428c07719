import math


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

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

    def __radd__(self, other):  # number + self
        return self + other

    def __rmul__(self, other):  # number * self
        return self * other

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def _backward():
            self.grad += (1.0 - t * t) * out.grad

        out._backward = _backward
        return out

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        leaves = [node for node in topo if not node._prev]
        for leaf in leaves:
            if leaf.grad == 0:  # new, or set back by hand
                leaf._total = 0.0
        for node in topo:
            node.grad = 0.0
        self.grad = 1.0
        for node in reversed(topo):
            node._backward()
        for leaf in leaves:
            leaf._total = getattr(leaf, "_total", 0.0) + leaf.grad
            leaf.grad = leaf._total


def build_topo(v, visited, topo):
    if v not in visited:
        visited.add(v)
        for input_node in v._prev:
            build_topo(input_node, visited, topo)
        topo.append(v)
