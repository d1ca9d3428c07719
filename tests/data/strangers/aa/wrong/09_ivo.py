"""Scalar engine, local slopes kept in a dictionary {input: slope}."""
import math


def combine(pairs):
    """Pairs (input, slope) as one dictionary."""
    slopes = {}
    for node, slope in pairs:
        slopes[node] = slope
    return slopes


class Value:
    def __init__(self, data, slopes=None):
        self.data = data
        self.grad = 0.0
        self.slopes = slopes if slopes is not None else {}
        self._prev = set(self.slopes)

    def __hash__(self):
        return id(self)

    def _backward(self):
        for node in self.slopes:
            node.grad += self.slopes[node] * self.grad

    @staticmethod
    def ensure(x):
        if not isinstance(x, Value):
            x = Value(float(x))
        return x

    def __add__(self, other):
        other = Value.ensure(other)
        return Value(self.data + other.data, combine([(self, 1.0), (other, 1.0)]))

    def __sub__(self, other):
        other = Value.ensure(other)
        return Value(self.data - other.data, combine([(self, 1.0), (other, -1.0)]))

    def __mul__(self, other):
        other = Value.ensure(other)
        return Value(
            self.data * other.data,
            combine([(self, other.data), (other, self.data)]),
        )

    def __truediv__(self, other):
        other = Value.ensure(other)
        x, y = self.data, other.data
        return Value(x / y, combine([(self, 1.0 / y), (other, -x / y / y)]))

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, {self: 0.0})
        return Value(self.data**n, {self: n * self.data ** (n - 1)})

    def __radd__(self, other):
        return Value.ensure(other).__add__(self)

    def __rsub__(self, other):
        return Value.ensure(other).__sub__(self)

    def __rmul__(self, other):
        return Value.ensure(other).__mul__(self)

    def __rtruediv__(self, other):
        return Value.ensure(other).__truediv__(self)

    def __neg__(self):
        return Value(-self.data, {self: -1.0})

    def tanh(self):
        y = math.tanh(self.data)
        return Value(y, {self: 1.0 - y * y})

    def exp(self):
        y = math.exp(self.data)
        return Value(y, {self: y})

    def relu(self):
        active = self.data > 0
        return Value(self.data if active else 0.0, {self: 1.0 if active else 0.0})

    def backward(self):
        order = []
        build_topo(self, set(), order)
        order.reverse()
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()


def build_topo(v, visited, topo):
    visited.add(v)
    trail = [(v, iter(v._prev))]
    while trail:
        node, rest = trail[-1]
        nxt = next((p for p in rest if p not in visited), None)
        if nxt is None:
            topo.append(node)
            trail.pop()
        else:
            visited.add(nxt)
            trail.append((nxt, iter(nxt._prev)))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
