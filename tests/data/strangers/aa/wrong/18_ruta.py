"""R.'s engine, with comparisons so that values can be sorted and tested."""

import functools
import math


@functools.total_ordering
class Value:
    def __init__(self, data, _prev=(), _backward=lambda: None):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __lt__(self, other):
        return self.data < Value.lift(other).data

    def __eq__(self, other):
        return isinstance(other, Value) and self.data == other.data

    def __hash__(self):
        return hash(self.data)

    def __repr__(self):
        return f"Value({self.data!r})"

    @staticmethod
    def lift(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value.lift(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    __radd__ = __add__

    def __mul__(self, other):
        other = Value.lift(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    __rmul__ = __mul__

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def _backward():
            self.grad += (n * self.data ** (n - 1) if n != 0 else 0.0) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + Value.lift(other) * -1.0

    def __rsub__(self, other):
        return Value.lift(other) - self

    def __truediv__(self, other):
        return self * Value.lift(other) ** -1.0

    def __rtruediv__(self, other):
        return Value.lift(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def _backward():
            self.grad += (1.0 - out.data**2) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), (self,))

        def _backward():
            self.grad += (1.0 if out.data > 0 else 0.0) * out.grad

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
    stack = [(v, iter(v._prev))]
    visited.add(v)
    while stack:
        node, inputs = stack[-1]
        for p in inputs:
            if p not in visited:
                visited.add(p)
                stack.append((p, iter(p._prev)))
                break
        else:
            topo.append(node)
            stack.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
