"""Only three primitive nodes: a*x + b*y with fixed slopes, a product, and a curve."""
import math
from collections import namedtuple

Curve = namedtuple("Curve", "value slope")


class Accumulator:
    """A descriptor for grad: whatever is assigned becomes a float."""

    def __get__(self, node, owner=None):
        return self if node is None else node.__dict__["_g"]

    def __set__(self, node, number):
        node.__dict__["_g"] = float(number)


class Value:
    grad = Accumulator()

    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._prev = set()
        self._backward = lambda: None

    def receive(self, amount):
        self.grad = self.grad + amount

    def restart(self):
        if self._prev:
            self.grad = 0.0

    def __add__(self, other):
        return linear((self, 1.0), (other, 1.0))

    def __sub__(self, other):
        return linear((self, 1.0), (other, -1.0))

    def __radd__(self, other):
        return linear((other, 1.0), (self, 1.0))

    def __rsub__(self, other):
        return linear((other, 1.0), (self, -1.0))

    def __neg__(self):
        return linear((self, -1.0))

    def __mul__(self, other):
        if not isinstance(other, Value):
            return linear((self, other))
        return product(self, other)

    def __rmul__(self, other):
        return linear((self, other))

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return linear((self, 1.0 / other))
        return product(self, other**-1)

    def __rtruediv__(self, other):
        return linear((self**-1, other))

    def __pow__(self, n):
        x = self.data
        return bend(self, Curve(x**n, 0.0 if n == 0 else n * x ** (n - 1)))

    def tanh(self):
        t = math.tanh(self.data)
        return bend(self, Curve(t, (1 + t) * (1 - t)))

    def exp(self):
        e = math.exp(self.data)
        return bend(self, Curve(e, e))

    def relu(self):
        return bend(self, Curve(self.data, 1.0) if self.data > 0 else Curve(0.0, 0.0))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            node.restart()
        self.receive(1.0)
        while order:
            order.pop()._backward()


def finish(out, inputs, shares):
    out._prev = set(inputs)

    def rule():
        for node, share in zip(inputs, shares):
            node.receive(share * out.grad)

    out._backward = rule
    return out


def linear(*terms):
    terms = [(t if isinstance(t, Value) else Value(t), k) for t, k in terms]
    out = Value(sum(t.data * k for t, k in terms))
    return finish(out, [t for t, _ in terms], [k for _, k in terms])


def product(a, b):
    return finish(Value(a.data * b.data), [a, b], [b.data, a.data])


def bend(a, curve):
    return finish(Value(curve.value), [a], [curve.slope])


def build_topo(v, visited, topo):
    visited.add(v)
    unfinished = [(v, set(v._prev))]
    while unfinished:
        node, rest = unfinished[-1]
        rest -= visited
        if rest:
            child = rest.pop()
            visited.add(child)
            unfinished.append((child, set(child._prev)))
        else:
            topo.append(node)
            unfinished.pop()


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
