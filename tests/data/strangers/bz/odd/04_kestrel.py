"""Exercise 13, with coroutines.

The local rule of a result is a generator that has been started and waits at its `yield` for
the gradient. Sending the gradient in makes it tell, one after the other, what goes to which
input; after that it waits for the next call of backward().
"""

import heapq
import math
from itertools import count

_birth = count()


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = set(_prev)
        self._born = next(_birth)
        self._rule = _rule

    def __repr__(self):
        return f"Value({self.data}) number {self._born}"

    def __gt__(self, other):
        """The younger node is the greater one."""
        return self._born > other._born

    def __lt__(self, other):
        """Turned around: a heap gives its smallest, and that is to be the youngest."""
        return self._born > other._born

    def _backward(self):
        if self._rule is None:
            return
        step = self._rule.send(self.grad)
        while step is not None:
            source, share = step
            source.grad = source.grad + share
            step = next(self._rule)

    # ---- operators ----

    def __add__(self, other):
        return combine(self, other, lambda x, y: (x + y, 1.0, 1.0))

    def __radd__(self, other):
        return combine(other, self, lambda x, y: (x + y, 1.0, 1.0))

    def __sub__(self, other):
        return combine(self, other, lambda x, y: (x - y, 1.0, -1.0))

    def __rsub__(self, other):
        return combine(other, self, lambda x, y: (x - y, 1.0, -1.0))

    def __mul__(self, other):
        return combine(self, other, lambda x, y: (x * y, y, x))

    def __rmul__(self, other):
        return combine(other, self, lambda x, y: (x * y, y, x))

    def __truediv__(self, other):
        return combine(self, other, lambda x, y: (x / y, 1.0 / y, -(x / y) / y))

    def __rtruediv__(self, other):
        return combine(other, self, lambda x, y: (x / y, 1.0 / y, -(x / y) / y))

    def __neg__(self):
        return combine(self, lambda x: (-x, -1.0))

    def __pow__(self, n):
        if not n:
            return combine(self, lambda x: (1.0, 0.0))
        return combine(self, lambda x: (x**n, n * x ** (n - 1)))

    # ---- functions ----

    def tanh(self):
        t = math.tanh(self.data)
        return combine(self, lambda x: (t, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return combine(self, lambda x: (e, e))

    def relu(self):
        return combine(self, lambda x: (x, 1.0) if x > 0 else (0.0, 0.0))

    # ---- backward ----

    def backward(self):
        """Youngest first. Nodes are met on the way; what is met is cleaned at once, which is
        early enough: nothing older can have got a share before the first younger one sent it."""
        if self._rule is None:
            self.grad += 1.0
            return
        self.grad = 1.0
        heap, met = [self], {self}
        while heap:
            node = heapq.heappop(heap)
            for source in node._prev:
                if source not in met:
                    met.add(source)
                    heapq.heappush(heap, source)
                    if source._rule is not None:
                        source.grad = 0.0
            node._backward()


def combine(*operands_and_work):
    """The node for `work` of the operands: it gives the value and one slope for each."""
    *operands, work = operands_and_work
    inputs = [v if isinstance(v, Value) else Value(v) for v in operands]
    value, *slopes = work(*(v.data for v in inputs))
    rule = waiting(list(zip(inputs, slopes)))
    next(rule)
    return Value(value, inputs, rule)


def waiting(edges):
    """Wait for a gradient, give the shares, give None, and so on for ever."""
    gradient = yield None
    while True:
        for source, slope in edges:
            yield source, slope * gradient
        gradient = yield None


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    visited.add(v)
    frontier = {v}
    while frontier:
        frontier = {source for node in frontier for source in node._prev} - visited
        visited |= frontier
    topo += sorted(visited, key=lambda node: node._born)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    L.backward()
    print(a.grad, b.grad, c.grad, "expected 44 34 10")
    x = y = Value(1.0)
    for _ in range(20_000):
        y = y + x
    y.backward()
    print(x.grad, "expected 20001")
