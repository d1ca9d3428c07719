import io
import math
import pickle
import zipfile
from functools import lru_cache, partial, reduce
from operator import mul, neg, truediv

# The formulas of the one-argument functions are kept in an archive in memory.
ARCHIVE = io.BytesIO()
with zipfile.ZipFile(ARCHIVE, "w") as archive:
    archive.writestr("tanh", "math.tanh(x) | 1 - y * y")
    archive.writestr("exp", "math.exp(x) | y")
    archive.writestr("relu", "max(x, 0.0) | 1.0 if x > 0 else 0.0")


@lru_cache(maxsize=None)
def formulas(name):
    with zipfile.ZipFile(ARCHIVE) as archive:
        value, slope = archive.read(name).decode().split("|")
    scope = {"math": math}
    return eval(f"lambda x: {value}", scope), eval(f"lambda x, y: {slope}", scope)


class Value:
    """A rule is a pickle: one function of the gradient for each input."""

    def __init__(self, data, _prev=(), *parts):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._backward = pickle.dumps(parts)

    def __add__(self, other):
        other = as_node(other)
        return Value(self.data + other.data, (self, other), float, float)

    def __sub__(self, other):
        other = as_node(other)
        return Value(self.data - other.data, (self, other), float, neg)

    def __mul__(self, other):
        other = as_node(other)
        a, b = self.data, other.data
        return Value(a * b, (self, other), partial(mul, b), partial(mul, a))

    def __truediv__(self, other):
        other = as_node(other)
        a, b = self.data, other.data
        return Value(a / b, (self, other), partial(mul, truediv(1.0, b)), partial(mul, -a / b / b))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, (self,), partial(mul, slope))

    def __neg__(self):
        return Value(neg(self.data), (self,), neg)

    def __radd__(self, other):
        return as_node(other) + self

    def __rsub__(self, other):
        return as_node(other) - self

    def __rmul__(self, other):
        return as_node(other) * self

    def __rtruediv__(self, other):
        return as_node(other) / self

    def tanh(self):
        return apply("tanh", self)

    def exp(self):
        return apply("exp", self)

    def relu(self):
        return apply("relu", self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            node = topo.pop()
            for child, part in zip(node._prev, pickle.loads(node._backward)):
                child.grad += part(node.grad)


def apply(name, node):
    value, slope = formulas(name)
    y = value(node.data)
    return Value(y, (node,), partial(mul, slope(node.data, y)))


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    counts = {v: 0}
    for node in (nodes := [v]):
        for child in node._prev:
            if child not in counts:
                nodes.append(child)
            counts[child] = counts.get(child, 0) + 1
    ready = [v]
    while ready:
        node = ready.pop()
        topo.append(node)
        for child in node._prev:
            counts[child] -= 1
            if not counts[child]:
                ready.append(child)
    topo.reverse()


def zero_grad(root):
    reduce(lambda _, node: setattr(node, "grad", 0.0), everything(root), None)


def everything(root):
    topo = []
    build_topo(root, set(), topo)
    return topo
