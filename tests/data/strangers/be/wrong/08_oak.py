"""An engine whose nodes can be compared like numbers, which makes tests of it pleasant."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = lambda: None

    # -- comparisons go by the number; sets and dicts go by the object

    def __eq__(self, other):
        return self.data == (other.data if isinstance(other, Value) else other)

    def __lt__(self, other):
        return self.data < (other.data if isinstance(other, Value) else other)

    def __hash__(self):
        return id(self)

    # -- arithmetic

    def __add__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(self.data + other.data, (self, other), "+")

        def back():
            for node in (self, other):
                node.grad += out.grad

        out._backward = back
        return out

    def __mul__(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        if self == other:
            return self._square()
        out = Value(self.data * other.data, (self, other), "*")

        def back():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = back
        return out

    def _square(self):
        out = Value(self.data * self.data, (self,), "square")

        def back():
            self.grad += out.grad * 2.0 * self.data

        out._backward = back
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def back():
            if n != 0:
                self.grad += out.grad * n * self.data ** (n - 1)

        out._backward = back
        return out

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")

        def back():
            self.grad -= out.grad

        out._backward = back
        return out

    def __sub__(self, other):
        return self + -other

    def __truediv__(self, other):
        return self * other**-1

    def __radd__(self, other):
        return self + other

    def __rsub__(self, other):
        return -self + other

    def __rmul__(self, other):
        return self * other

    def __rtruediv__(self, other):
        return self**-1 * other

    def tanh(self):
        t = math.tanh(self.data)
        out = Value(t, (self,), "tanh")

        def back():
            self.grad += out.grad * (1 - t * t)

        out._backward = back
        return out

    def exp(self):
        e = math.exp(self.data)
        out = Value(e, (self,), "exp")

        def back():
            self.grad += out.grad * e

        out._backward = back
        return out

    def relu(self):
        positive = self.data > 0
        out = Value(self.data if positive else 0.0, (self,), "relu")

        def back():
            if positive:
                self.grad += out.grad

        out._backward = back
        return out

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if len(node._prev) > 0:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def build_topo(v, visited, topo):
    # The keys are ids, so that two nodes with one number stay two.
    visited.add(id(v))
    stack = [(v, iter(v._prev))]
    while stack:
        node, rest = stack[-1]
        step = next((i for i in rest if id(i) not in visited), None)
        if step is None:
            topo.append(node)
            stack.pop()
        else:
            visited.add(id(step))
            stack.append((step, iter(step._prev)))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
