"""Exercise 13: engine.

Values compare by their numbers (`a == 3`, `a < b`, `max(a, b)` are handy when a result is
checked), but hash by identity, so that sets and dicts keep nodes apart.
"""

import math
from functools import total_ordering


@total_ordering
class Comparable:
    """Comparing with numbers and with each other; identity for sets and dicts."""

    def __eq__(self, other):
        if isinstance(other, Comparable):
            return self.data == other.data
        if isinstance(other, (int, float)):
            return self.data == other
        return NotImplemented

    def __lt__(self, other):
        return self.data < (other.data if isinstance(other, Comparable) else other)

    def __hash__(self):
        return id(self)


class Value(Comparable):
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _slopes=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._slopes = _slopes
        self._op = _op

    def __repr__(self):
        return f"Value({self.data:g})"

    def _backward(self):
        for source, slope in zip(self._prev, self._slopes):
            source.grad += slope * self.grad

    def __add__(self, other):
        return join(self, other, "+", lambda x, y: (x + y, 1.0, 1.0))

    def __radd__(self, other):
        return join(other, self, "+", lambda x, y: (x + y, 1.0, 1.0))

    def __sub__(self, other):
        return join(self, other, "-", lambda x, y: (x - y, 1.0, -1.0))

    def __rsub__(self, other):
        return join(other, self, "-", lambda x, y: (x - y, 1.0, -1.0))

    def __mul__(self, other):
        return join(self, other, "*", lambda x, y: (x * y, y, x))

    def __rmul__(self, other):
        return join(other, self, "*", lambda x, y: (x * y, y, x))

    def __truediv__(self, other):
        return join(self, other, "/", lambda x, y: (x / y, 1.0 / y, -x / y / y))

    def __rtruediv__(self, other):
        return join(other, self, "/", lambda x, y: (x / y, 1.0 / y, -x / y / y))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,), "neg")

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self,), (slope,), "pow")

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1.0 - t * t,), "tanh")

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,), "exp")

    def relu(self):
        if self > 0:
            return Value(self.data, (self,), (1.0,), "relu")
        return Value(0.0, (self,), (0.0,), "relu")

    def backward(self):
        order = list(walk(self))
        for node in order:
            if node._op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def join(left, right, op, work):
    """The result of a binary operation; `work` gives the value and both slopes.

    Where both sides are the same node, one edge with the sum of the slopes is enough.
    """
    if not isinstance(left, Value):
        left = Value(left)
    if not isinstance(right, Value):
        right = Value(right)
    value, to_left, to_right = work(left.data, right.data)
    if left == right:
        return Value(value, (left,), (to_left + to_right,), op)
    return Value(value, (left, right), (to_left, to_right), op)


def walk(root, visited=None):
    """Yield every node reachable from `root`, inputs before what is made of them."""
    visited = set() if visited is None else visited
    visited.add(root)
    path = [(root, iter(root._prev))]
    while path:
        node, inputs = path[-1]
        for source in inputs:
            if source not in visited:
                visited.add(source)
                path.append((source, iter(source._prev)))
                break
        else:
            path.pop()
            yield node


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    topo.extend(walk(v, visited))


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    for node in walk(root):
        node.grad = 0.0


def check(what, found, expected):
    print("right  " if found == expected else "WRONG  ", what, found)


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    check("one call", [a.grad, b.grad, c.grad], [22.0, 17.0, 5.0])
    L.backward()
    check("two calls", [a.grad, b.grad, c.grad], [44.0, 34.0, 10.0])
    zero_grad(L)
    check("zero", [a.grad, b.grad, c.grad, L.grad], [0.0] * 4)
    x = Value(3.0)
    y = x * x + x / x - (x - x)
    y.backward()
    check("the same node on both sides", [x.grad], [6.0])
    x = y = Value(1.0)
    for _ in range(20_000):
        y = y + x
    y.backward()
    check("deep", [x.grad], [20_001.0])
