"""An engine that marks the nodes themselves on its walks, which saves a large set."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._marked = False
        self._backward = lambda: None

    def __add__(self, other):
        other = val(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = val(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def rule():
            self.grad += n * self.data ** (n - 1) * out.grad if n != 0 else 0.0

        out._backward = rule
        return out

    def _map(self, name, y, slope):
        out = Value(y, (self,), name)

        def rule():
            self.grad += slope * out.grad

        out._backward = rule
        return out

    def tanh(self):
        t = math.tanh(self.data)
        return self._map("tanh", t, 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._map("exp", e, e)

    def relu(self):
        return self._map("relu", max(self.data, 0.0), float(self.data > 0))

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -val(other)

    def __truediv__(self, other):
        return self * val(other) ** -1

    def __radd__(self, other):
        return val(other) + self

    def __rsub__(self, other):
        return val(other) - self

    def __rmul__(self, other):
        return val(other) * self

    def __rtruediv__(self, other):
        return val(other) / self

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            node._marked = False
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def val(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = []
    if not v._marked:
        v._marked = True
        stack.append((v, iter(v._prev)))
    while stack:
        node, inputs = stack[-1]
        for i in inputs:
            if not i._marked:
                i._marked = True
                stack.append((i, iter(i._prev)))
                break
        else:
            topo.append(node)
            visited.add(node)
            stack.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node._marked = False
        node.grad = 0.0
