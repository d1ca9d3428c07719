"""Exercise 13: the whole engine, with closures as rules and a walk with an explicit stack."""

import math


def as_value(thing):
    """Wrap plain numbers so that every operand is a node."""
    return thing if isinstance(thing, Value) else Value(thing)


def distinct(nodes):
    """The inputs of a node without repetitions, in their order (a*a has one input)."""
    kept = []
    for node in nodes:
        if node not in kept:
            kept.append(node)
    return tuple(kept)


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = distinct(_prev)
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data:.6g}, grad={self.grad:.6g}, op={self._op!r})"

    # Comparing numbers is handy in the tests: assert a * b == 6
    def __eq__(self, other):
        if isinstance(other, Value):
            return self.data == other.data
        if isinstance(other, (int, float)):
            return self.data == other
        return NotImplemented

    # ... but sets and dictionaries must keep nodes apart.
    def __hash__(self):
        return id(self)

    # ---- arithmetic -------------------------------------------------------

    def __add__(self, other):
        other = as_value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __sub__(self, other):
        other = as_value(other)
        out = Value(self.data - other.data, (self, other), "-")

        def _backward():
            self.grad += out.grad
            other.grad -= out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = as_value(other)
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __truediv__(self, other):
        other = as_value(other)
        out = Value(self.data / other.data, (self, other), "/")

        def _backward():
            self.grad += out.grad / other.data
            other.grad -= out.grad * self.data / (other.data * other.data)

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), f"**{n}")

        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")

        def _backward():
            self.grad -= out.grad

        out._backward = _backward
        return out

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return Value(other) - self

    def __rtruediv__(self, other):
        return Value(other) / self

    # ---- functions --------------------------------------------------------

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def _backward():
            self.grad += (1.0 - t * t) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,), "exp")

        def _backward():
            self.grad += e * out.grad

        out._backward = _backward
        return out

    def relu(self):
        on = self.data > 0
        out = Value(self.data if on else 0.0, (self,), "relu")

        def _backward():
            if on:
                self.grad += out.grad

        out._backward = _backward
        return out

    # ---- backward ---------------------------------------------------------

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
    """Append every node reachable from `v` to `topo`, inputs first."""
    visited.add(v)
    stack = [(v, iter(v._prev))]
    while stack:
        node, inputs = stack[-1]
        for child in inputs:
            if child not in visited:
                visited.add(child)
                stack.append((child, iter(child._prev)))
                break
        else:
            stack.pop()
            topo.append(node)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
