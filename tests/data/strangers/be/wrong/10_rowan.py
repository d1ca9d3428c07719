"""An engine where long sums are flat: (a + b) + c is one node with three inputs."""

import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._slopes = None

    def _backward(self):
        if self._op == "sum":
            for term in self._prev:
                term.grad += self.grad
        elif self._prev:
            for node, slope in zip(self._prev, self._slopes):
                node.grad += self.grad * slope

    def __repr__(self):
        return f"<{self._op or 'leaf'} {self.data}>"

    def __add__(self, other):
        other = value_of(other)
        if self._op == "sum":
            terms = self._prev
            terms += [other]
        else:
            terms = [self, other]
        return Value(self.data + other.data, terms, "sum")

    def __radd__(self, other):
        return value_of(other) + self

    def __neg__(self):
        return node("neg", -self.data, (self, -1.0))

    def __sub__(self, other):
        other = value_of(other)
        return node("-", self.data - other.data, (self, 1.0), (other, -1.0))

    def __rsub__(self, other):
        return value_of(other) - self

    def __mul__(self, other):
        other = value_of(other)
        return node("*", self.data * other.data, (self, other.data), (other, self.data))

    def __rmul__(self, other):
        return value_of(other) * self

    def __truediv__(self, other):
        other = value_of(other)
        q = self.data / other.data
        return node("/", q, (self, 1.0 / other.data), (other, -q / other.data))

    def __rtruediv__(self, other):
        return value_of(other) / self

    def __pow__(self, n):
        return node("**", self.data**n, (self, n * self.data ** (n - 1) if n else 0.0))

    def tanh(self):
        t = math.tanh(self.data)
        return node("tanh", t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return node("exp", e, (self, e))

    def relu(self):
        on = 1.0 if self.data > 0 else 0.0
        return node("relu", self.data if on else 0.0, (self, on))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for n in topo:
            if n._prev:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(topo):
            n._backward()


def value_of(x):
    return x if isinstance(x, Value) else Value(x)


def node(op, data, *edges):
    out = Value(data, tuple(n for n, _ in edges), op)
    out._slopes = tuple(s for _, s in edges)
    return out


def build_topo(v, visited, topo):
    visited.add(v)
    stack = [(v, iter(tuple(v._prev)))]
    while stack:
        here, inputs = stack[-1]
        for i in inputs:
            if i not in visited:
                visited.add(i)
                stack.append((i, iter(tuple(i._prev))))
                break
        else:
            topo.append(here)
            stack.pop()


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for n in topo:
        n.grad = 0.0
