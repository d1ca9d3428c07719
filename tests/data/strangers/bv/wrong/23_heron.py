import itertools
import math

counter = itertools.count(1)


class Value:
    """Nodes have names in the order of their birth: inputs are always older than results."""

    def __init__(self, data, _prev=(), _backward=None):
        self.name = f"v{next(counter):03d}"
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __repr__(self):
        return f"<{self.name}: {self.data}>"

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        def back(g, a, b):
            a.grad += g
            b.grad += g
        other = Value.of(other)
        return Value(self.data + other.data, (self, other), back)

    def __mul__(self, other):
        def back(g, a, b):
            da, db = g * b.data, g * a.data
            a.grad += da
            b.grad += db
        other = Value.of(other)
        return Value(self.data * other.data, (self, other), back)

    def inverse(self):
        def back(g, a):
            a.grad -= g / (a.data * a.data)
        return Value(1.0 / self.data, (self,), back)

    def __neg__(self):
        def back(g, a):
            a.grad -= g
        return Value(-self.data, (self,), back)

    def __pow__(self, n):
        def back(g, a):
            a.grad += g * n * a.data ** (n - 1) if n else 0.0
        return Value(self.data ** n, (self,), back)

    def tanh(self):
        def back(g, a):
            a.grad += g * (1.0 - math.tanh(a.data) ** 2)
        return Value(math.tanh(self.data), (self,), back)

    def exp(self):
        def back(g, a):
            a.grad += g * math.exp(a.data)
        return Value(math.exp(self.data), (self,), back)

    def relu(self):
        def back(g, a):
            a.grad += g if a.data > 0 else 0.0
        return Value(self.data if self.data > 0 else 0.0, (self,), back)

    def __sub__(self, other):
        return self + (-Value.of(other))

    def __truediv__(self, other):
        return self * Value.of(other).inverse()

    def __radd__(self, other):
        return Value.of(other) + self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def backward(self):
        nodes = by_age(self)
        for node in nodes:
            if node._backward:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes[::-1]:
            if node._backward:
                node._backward(node.grad, *node._prev)


def by_age(root):
    """Everything below root, oldest first."""
    known = {root.name: root}
    new = [root]
    while new:
        found = []
        for node in new:
            for p in node._prev:
                if p.name not in known:
                    known[p.name] = p
                    found.append(p)
        new = found
    return [known[name] for name in sorted(known)]


def build_topo(v, visited, topo):
    for node in by_age(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in by_age(root):
        node.grad = 0.0
