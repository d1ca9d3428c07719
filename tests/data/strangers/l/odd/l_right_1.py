"""Rules are coroutines that sleep until a gradient is sent to them."""
import math


class Value:
    def __init__(self, data, _prev=(), rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = list(_prev)
        self._backward = rule
        if rule is not None:
            next(rule)                     # run to the first yield

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._backward is not None:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            if node._backward is not None:
                node._backward.send(node.grad)

    def __add__(self, other):
        other = box(other)
        return Value(self.data + other.data, (self, other), linear((self, 1.0), (other, 1.0)))

    def __sub__(self, other):
        other = box(other)
        return Value(self.data - other.data, (self, other), linear((self, 1.0), (other, -1.0)))

    def __mul__(self, other):
        other = box(other)
        return Value(self.data * other.data, (self, other), product(self, other))

    def __truediv__(self, other):
        other = box(other)
        return Value(self.data / other.data, (self, other), quotient(self, other))

    def __radd__(self, other): return box(other) + self
    def __rsub__(self, other): return box(other) - self
    def __rmul__(self, other): return box(other) * self
    def __rtruediv__(self, other): return box(other) / self
    def __neg__(self): return Value(-self.data, (self,), linear((self, -1.0)))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data ** n, (self,), linear((self, slope)))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), linear((self, 1.0 - t * t)))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), linear((self, e)))

    def relu(self):
        s = 1.0 if self.data > 0 else 0.0
        return Value(self.data if s else 0.0, (self,), linear((self, s)))


def box(x):
    return x if isinstance(x, Value) else Value(x)


def linear(*terms):
    while True:
        g = yield
        for node, slope in terms:
            node.grad += g * slope


def product(a, b):
    while True:
        g = yield
        a.grad += g * b.data
        b.grad += g * a.data


def quotient(a, b):
    while True:
        g = yield
        a.grad += g / b.data
        b.grad -= g * a.data / b.data / b.data


def walk(root, visited):
    """Yield the nodes, inputs first; the pending branches are kept by hand."""
    visited.add(root)
    branches = [(root, iter(root._prev))]
    while branches:
        node, inputs = branches[-1]
        for p in inputs:
            if p not in visited:
                visited.add(p)
                branches.append((p, iter(p._prev)))
                break
        else:
            yield branches.pop()[0]


def build_topo(v, visited, topo):
    topo += walk(v, visited)


def zero_grad(root):
    for node in walk(root, set()):
        node.grad = 0.0
