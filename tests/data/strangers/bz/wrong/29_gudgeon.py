"""Exercise 13: the whole engine.

Operations are described once, in OPERATIONS; the decorator `operation` turns a description
into a method, with the wrapping of numbers and the bookkeeping.
"""

import math
from functools import wraps


class Graph:
    """The nodes below a root, in order, with the things one does to all of them."""

    def __init__(self, root):
        self.root = root
        self.order = []
        build_topo(root, set(), self.order)

    def run(self):
        """From the root to the leaves: every rule once."""
        for node in reversed(self.order):
            node._backward()

    def tidy(self):
        """Inner nodes start at 0 again next time. The root stays as it is, one may want to
        look at it, and it is seeded anew anyway."""
        for node in self.order:
            if node._prev and node is not self.root:
                node.grad = 0.0

    def clear(self):
        for node in self.order:
            node.grad = 0.0


def operation(method):
    """A method that gives (value, rule) becomes one that gives the node.

    The rule gets the gradient of the result and gives one share for every input.
    """

    @wraps(method)
    def operator(self, *others):
        inputs = [self]
        for other in others:
            inputs.append(other if isinstance(other, Value) else Value(other))
        value, rule = method(*inputs)
        return Value(value, tuple(inputs), rule)

    return operator


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, _prev=(), _rule=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._rule = _rule

    def __repr__(self):
        return f"Value({self.data}, grad={self.grad})"

    def _backward(self):
        if self._rule is None:
            return
        for source, share in zip(self._prev, self._rule(self.grad)):
            source.grad += share

    @operation
    def __add__(self, other):
        return self.data + other.data, lambda g: (g, g)

    @operation
    def __sub__(self, other):
        return self.data - other.data, lambda g: (g, -g)

    @operation
    def __mul__(self, other):
        x, y = self.data, other.data
        return x * y, lambda g: (g * y, g * x)

    @operation
    def __truediv__(self, other):
        x, y = self.data, other.data
        return x / y, lambda g: (g / y, -g * x / y / y)

    @operation
    def __neg__(self):
        return -self.data, lambda g: (-g,)

    def __pow__(self, n):
        return self._power(n)

    def _power(self, n):
        @operation
        def power(base):
            x = base.data
            if n == 0:
                return 1.0, lambda g: (0.0,)
            return x**n, lambda g: (g * n * x ** (n - 1),)

        return power(self)

    def __radd__(self, other):
        return Value(other) + self

    def __rsub__(self, other):
        return Value(other) - self

    def __rmul__(self, other):
        return Value(other) * self

    def __rtruediv__(self, other):
        return Value(other) / self

    @operation
    def tanh(self):
        t = math.tanh(self.data)
        return t, lambda g: (g * (1.0 - t * t),)

    @operation
    def exp(self):
        e = math.exp(self.data)
        return e, lambda g: (g * e,)

    @operation
    def relu(self):
        if self.data > 0:
            return self.data, lambda g: (g,)
        return 0.0, lambda g: (0.0,)

    def backward(self):
        graph = Graph(self)
        if self._prev:
            self.grad = 1.0
        else:
            self.grad += 1.0
        graph.run()
        graph.tidy()


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    counts = {}
    stack = [v]
    visited.add(v)
    while stack:
        node = stack.pop()
        for source in node._prev:
            counts[source] = counts.get(source, 0) + 1
            if source not in visited:
                visited.add(source)
                stack.append(source)
    downwards = [v]
    for node in downwards:  # grows while it is gone through
        for source in node._prev:
            counts[source] -= 1
            if not counts[source]:
                downwards.append(source)
    topo.extend(reversed(downwards))


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    Graph(root).clear()


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    for expected in ("22 17 5", "44 34 10", "66 51 15"):
        L.backward()
        print(a.grad, b.grad, c.grad, "expected", expected)
    x = Value(3.0)
    h = x * x
    (h * 2).backward()
    (h * 5).backward()
    print(x.grad, "expected 42")
    zero_grad(L)
    print(a.grad, L.grad, "expected 0 0")
