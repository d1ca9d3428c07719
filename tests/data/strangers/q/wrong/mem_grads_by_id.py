"""The exam: the engine of the course, with loops instead of recursion."""

import math


def power(x, n):
    """x ** n, and infinity where Python would rather raise an error."""
    try:
        return x**n
    except OverflowError:
        return -math.inf if x < 0 and n % 2 == 1 else math.inf


GRADS = {}  # all gradients, by the id of their node


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    @property
    def grad(self):
        return GRADS.get(id(self), 0.0)

    @grad.setter
    def grad(self, amount):
        GRADS[id(self)] = amount

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

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data - other.data, (self, other), "-")

        def _backward():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            self.grad += out.grad / other.data
            other.grad -= out.grad * (out.data / other.data)

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(power(self.data, n), (self,), "**")

        def _backward():
            if n != 0:
                self.grad += n * power(self.data, n - 1) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1.0

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return Value(other) - self

    def __rtruediv__(self, other):
        return Value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def _backward():
            self.grad += (1.0 - t * t) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,), "relu")

        def _backward():
            if out.data > 0:
                self.grad += out.grad

        out._backward = _backward
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
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, inputs = stack[-1]
        for below in inputs:
            if below not in visited:
                visited.add(below)
                stack.append((below, iter(below._prev)))
                break
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
