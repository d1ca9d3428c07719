"""The whole engine (exercise 13)."""

import math


class Value:
    """One number, its gradient, and how it was made."""

    __slots__ = ("data", "grad", "_prev", "_op", "_backward", "_pending", "_walk")

    _walks = 0  # number of the current walk: a node with another number is not counted yet

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None
        self._pending = 0
        self._walk = 0

    def __repr__(self):
        return f"Value({self.data}, waits for {self._pending})"

    def __add__(self, other):
        other = Value._from(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = Value._from(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = Value._from(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            self.grad += out.grad / other.data
            other.grad -= out.data / other.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def _backward():
            self.grad += (n * self.data ** (n - 1) if n else 0.0) * out.grad

        out._backward = _backward
        return out

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def _backward():
            self.grad += (1.0 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(0.0, self.data), (self,), "relu")

        def _backward():
            if out.data > 0.0:
                self.grad += out.grad

        out._backward = _backward
        return out

    @staticmethod
    def _from(x):
        return x if isinstance(x, Value) else Value(x)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -Value._from(other)

    def __radd__(self, other):
        return Value._from(other) + self

    def __rsub__(self, other):
        return Value._from(other) - self

    def __rmul__(self, other):
        return Value._from(other) * self

    def __rtruediv__(self, other):
        return Value._from(other) / self

    def backward(self):
        order = consumers_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def consumers_first(root):
    Value._walks += 1
    walk = Value._walks
    root._walk = walk
    root._pending = 0
    stack = [root]
    while stack:
        for p in stack.pop()._prev:
            if p._walk != walk:
                p._walk = walk
                p._pending = 1
                stack.append(p)
            else:
                p._pending = 1

    order = [root]
    for node in order:
        for p in node._prev:
            p._pending -= 1
            if p._pending == 0:
                order.append(p)
    return order


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    topo.extend(reversed(consumers_first(v)))


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in consumers_first(root):
        node.grad = 0.0
