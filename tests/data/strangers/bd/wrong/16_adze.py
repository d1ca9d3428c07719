"""The whole engine: one class, a closure for each rule."""

import math


def lift(x):
    """A plain number becomes a leaf, a Value stays what it is."""
    return x if isinstance(x, Value) else Value(x)


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value({self.data:g}, grad={self.grad:g}, op={self._op!r})"

    # Python wants both of these or none, because nodes go into sets.

    def __eq__(self, other):
        if not isinstance(other, Value):
            return NotImplemented
        return self._op == other._op and self.data == other.data

    def __hash__(self):
        return hash((self._op, self.data))

    def __add__(self, other):
        other = lift(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = lift(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = rule
        return out

    def __sub__(self, other):
        other = lift(other)
        out = Value(self.data - other.data, (self, other), "-")

        def rule():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = lift(other)
        out = Value(self.data / other.data, (self, other), "/")

        def rule():
            self.grad += out.grad / other.data
            other.grad -= out.data / other.data * out.grad

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), f"**{n}")

        def rule():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = rule
        return out

    def __neg__(self):
        return self * -1.0

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return lift(other) - self

    def __rtruediv__(self, other):
        return lift(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def rule():
            self.grad += (1.0 - out.data**2) * out.grad

        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def rule():
            self.grad += out.data * out.grad

        out._backward = rule
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), (self,), "relu")

        def rule():
            if self.data > 0:
                self.grad += out.grad

        out._backward = rule
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
    """Inputs first, with a pile of (node, inputs are done) instead of calls."""
    pile = [(v, False)]
    while pile:
        node, inputs_done = pile.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            pile.append((node, True))
            for child in node._prev:
                pile.append((child, False))


def zero_grad(root):
    """Every node below `root`, and root itself, goes back to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
