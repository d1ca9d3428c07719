"""Linear algebra. The gradients g of a graph solve  g = e + A g,  where e is 1 at the root and
A[i][j] is the slope of node j towards its input i. A is sparse, and with the nodes numbered from
the root downwards it is triangular: one sweep over its entries, sorted by column, solves it.
"""

import math
from itertools import count, groupby
from operator import attrgetter, itemgetter

births = count()
by_birth = attrgetter("birth")


class Value:
    def __init__(self, data, _prev=(), column=()):
        self.data = data
        self.grad = 0.0
        self.birth = next(births)
        self._prev = _prev
        self.column = column  # the entries of A in this node's column

    def _backward(self):
        for node, slope in zip(self._prev, self.column):
            node.grad += slope * self.grad

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def __add__(self, other):
        other = vector(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = vector(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = vector(other)
        return Value(self.data * other.data, (self, other), (other.data, self.data))

    def __truediv__(self, other):
        other = vector(other)
        q = self.data / other.data
        return Value(q, (self, other), (1.0 / other.data, -q / other.data))

    def __radd__(self, other):
        return vector(other) + self

    def __rsub__(self, other):
        return vector(other) - self

    def __rmul__(self, other):
        return vector(other) * self

    def __rtruediv__(self, other):
        return vector(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * power(self.data, n - 1)
        return Value(power(self.data, n), (self,), (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        on = float(self.data > 0)
        return Value(self.data if on else 0.0, (self,), (on,))

    def backward(self):
        nodes = family(self)
        number = {node: i for i, node in enumerate(reversed(nodes))}
        entries = [
            (j, number[child], slope)
            for node, j in number.items()
            for child, slope in zip(node._prev, node.column)
        ]
        solution = [0.0] * len(nodes)
        solution[0] = 1.0
        for j, column in groupby(entries, key=itemgetter(0)):
            g = solution[j]
            for _, i, slope in column:
                solution[i] += slope * g
        for node, i in number.items():
            node.grad = solution[i] if node._prev else node.grad + solution[i]


def vector(x):
    return x if isinstance(x, Value) else Value(x)


def power(x, n):
    try:
        return x**n
    except OverflowError:
        return math.inf if x > 0 or n % 2 == 0 else -math.inf


def family(root):
    """The reachable nodes by age. Nobody is older than its own inputs."""
    members, new = {root}, {root}
    while new:
        new = {child for node in new for child in node._prev} - members
        members |= new
    return sorted(members, key=by_birth)


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    topo += family(v)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in family(root):
        node.grad = 0.0
