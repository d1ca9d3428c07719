"""A node is a row number. All numbers lie in flat arrays, and edges are rows of integers.

An operation always comes after its inputs, so a row number is a place in a right order already:
backward() takes the rows off a heap, the largest first.
"""

import math
from array import array
from heapq import heappop, heappush

DATA = array("d")  # one entry a row
GRAD = array("d")
FIRST = array("q")  # where the edges of a row begin
EDGES = array("q")  # the rows of the inputs
SLOPES = array("d")  # and the slopes towards them
FIRST.append(0)


def row(number, inputs=()):
    DATA.append(number)
    GRAD.append(0.0)
    for target, slope in inputs:
        EDGES.append(target)
        SLOPES.append(slope)
    FIRST.append(len(EDGES))
    return len(DATA) - 1


def edges(r):
    return range(FIRST[r], FIRST[r + 1])


def descending(r):
    """The rows below r and r itself, the latest first."""
    heap, known = [-r], {r}
    while heap:
        r = -heappop(heap)
        yield r
        for e in edges(r):
            target = EDGES[e]
            if target not in known:
                known.add(target)
                heappush(heap, -target)


class Value:
    __slots__ = ("row", "_prev", "__weakref__")

    def __init__(self, data, _prev=(), _slopes=()):
        self._prev = _prev
        self.row = row(data, zip([node.row for node in _prev], _slopes))

    @property
    def data(self):
        return DATA[self.row]

    @data.setter
    def data(self, number):
        DATA[self.row] = number

    @property
    def grad(self):
        return GRAD[self.row]

    @grad.setter
    def grad(self, number):
        GRAD[self.row] = number

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    def _backward(self):
        push(self.row)

    def __add__(self, other):
        other = wrap(other)
        return Value(self.data + other.data, (self, other), (1.0, 1.0))

    def __sub__(self, other):
        other = wrap(other)
        return Value(self.data - other.data, (self, other), (1.0, -1.0))

    def __mul__(self, other):
        other = wrap(other)
        x, y = self.data, other.data
        return Value(x * y, (self, other), (y, x))

    def __truediv__(self, other):
        other = wrap(other)
        x, y = self.data, other.data
        return Value(x / y, (self, other), (1.0 / y, -(x / y) / y))

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __pow__(self, n):
        x = self.data
        return Value(power(x, n), (self,), (n * power(x, n - 1) if n else 0.0,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def relu(self):
        x = self.data
        return Value(x, (self,), (1.0,)) if x > 0 else Value(0.0, (self,), (0.0,))

    def backward(self):
        rows = list(descending(self.row))
        for r in rows:
            if edges(r):
                GRAD[r] = 0.0
        GRAD[self.row] += 1.0
        for r in rows:
            push(r)


def push(r):
    g = GRAD[r]
    for e in edges(r):
        GRAD[EDGES[e]] += SLOPES[e] * g


def power(x, n):
    try:
        return x**n
    except OverflowError:
        return math.inf if x > 0 or n % 2 == 0 else -math.inf


def wrap(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    nodes = {v.row: v}
    for r in descending(v.row):
        for child in nodes[r]._prev:
            nodes[child.row] = child
    topo.extend(nodes[r] for r in sorted(nodes))


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for r in descending(root.row):
        GRAD[r] = 0.0
