# Exam. Every node gets a number when it is made, inputs are always older than results.
# So there is no need for depth first search: collect, then sort.

import itertools
import math

_numbers = itertools.count(1)


class Value:
    def __init__(self, data, _prev=(), slopes=(), op=""):
        self.number = next(_numbers)
        self.label = f"{op or 'leaf'}"
        self.name = f"v{self.number}"
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._slopes = slopes

    def __repr__(self):
        return f"{self.name}:{self.label}({self.data:g})"

    def _backward(self):
        for i in range(len(self._prev)):
            self._prev[i].grad += self._slopes[i] * self.grad

    def backward(self):
        nodes = collect(self)
        nodes.sort(key=lambda n: n.name, reverse=True)
        for n in nodes:
            if len(n._prev) > 0:
                n.grad = 0.0
        self.grad = self.grad + 1.0
        for n in nodes:
            n._backward()

    def __add__(self, other):
        return add(self, other)

    def __radd__(self, other):
        return add(other, self)

    def __sub__(self, other):
        return sub(self, other)

    def __rsub__(self, other):
        return sub(other, self)

    def __mul__(self, other):
        return mul(self, other)

    def __rmul__(self, other):
        return mul(other, self)

    def __truediv__(self, other):
        return div(self, other)

    def __rtruediv__(self, other):
        return div(other, self)

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,), "neg")

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), (slope,), "pow")

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), ((1.0 - t) * (1.0 + t),), "tanh")

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,), "exp")

    def relu(self):
        on = self.data > 0.0
        return Value(self.data if on else 0.0, (self,), (1.0 if on else 0.0,), "relu")


def node(x):
    return x if isinstance(x, Value) else Value(x)


def add(x, y):
    x, y = node(x), node(y)
    return Value(x.data + y.data, (x, y), (1.0, 1.0), "add")


def sub(x, y):
    x, y = node(x), node(y)
    return Value(x.data - y.data, (x, y), (1.0, -1.0), "sub")


def mul(x, y):
    x, y = node(x), node(y)
    return Value(x.data * y.data, (x, y), (y.data, x.data), "mul")


def div(x, y):
    x, y = node(x), node(y)
    return Value(x.data / y.data, (x, y), (1.0 / y.data, -x.data / (y.data * y.data)), "div")


def collect(root):
    """All nodes below root, in no special order."""
    found = {root}
    todo = [root]
    while todo:
        for p in todo.pop()._prev:
            if p not in found:
                found.add(p)
                todo.append(p)
    return list(found)


def build_topo(v, visited, topo):
    topo.extend(sorted(collect(v), key=lambda n: n.number))


def zero_grad(root):
    for n in collect(root):
        n.grad = 0.0
