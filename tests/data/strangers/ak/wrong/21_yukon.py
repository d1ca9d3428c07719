"""A lean engine: walks work on numbers in compact arrays instead of on objects."""

import math
from array import array


class Value:
    __slots__ = ("data", "grad", "_prev", "_backward", "__weakref__")

    def __init__(self, data, prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = prev
        self._backward = idle

    def __add__(self, other):
        other = cast(other)
        out = Value(self.data + other.data, (self, other))

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        other = cast(other)
        out = Value(self.data * other.data, (self, other))

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,))

        def _backward():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = _backward
        return out

    def __neg__(self):
        return cast(-1.0) * self

    def __sub__(self, other):
        return self + -cast(other)

    def __truediv__(self, other):
        other = cast(other)
        out = Value(self.data / other.data, (self, other))

        def _backward():
            self.grad += out.grad / other.data
            other.grad -= out.data / other.data * out.grad

        out._backward = _backward
        return out

    def __radd__(self, other):
        return cast(other) + self

    def __rmul__(self, other):
        return cast(other) * self

    def __rsub__(self, other):
        return cast(other) - self

    def __rtruediv__(self, other):
        return cast(other) / self

    def tanh(self):
        out = Value(math.tanh(self.data), (self,))

        def _backward():
            self.grad += (1.0 - out.data * out.data) * out.grad

        out._backward = _backward
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,))

        def _backward():
            self.grad += out.data * out.grad

        out._backward = _backward
        return out

    def relu(self):
        out = Value(self.data if self.data > 0 else 0.0, (self,))

        def _backward():
            self.grad += out.grad if out.data > 0 else 0.0

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


def idle():
    pass


def cast(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    # Nodes get a number when they are met; ~number on the stack means "inputs are done".
    nodes = [v]
    numbers = {v: 0}
    visited.add(v)
    finished = set()
    stack = array("h", [0])
    while stack:
        k = stack.pop()
        if k < 0:
            topo.append(nodes[~k])
            continue
        if k in finished:
            continue
        finished.add(k)
        stack.append(~k)
        for n in nodes[k]._prev:
            if n not in numbers:
                numbers[n] = len(nodes)
                nodes.append(n)
                visited.add(n)
            stack.append(numbers[n])


def zero_grad(root):
    seen = {root}
    todo = [root]
    while todo:
        node = todo.pop()
        node.grad = 0.0
        for n in node._prev:
            if n not in seen:
                seen.add(n)
                todo.append(n)
