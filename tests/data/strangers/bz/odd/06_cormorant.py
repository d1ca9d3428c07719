"""Exercise 13, upside down: nodes in rows.

Every node stands in a row: leaves in row 0, a result one row above its highest input. Backward
goes through the rows from the top. Inner gradients are put back to 0 by the node itself, right
after it has handed them on - so between two calls they are all 0.
"""

import math
from collections import defaultdict
from dataclasses import dataclass, field
from functools import partialmethod, singledispatch


@dataclass(eq=False, repr=False)
class Value:
    data: float
    _prev: list = field(default_factory=list)
    _slopes: list = field(default_factory=list)
    grad: float = 0.0

    def __post_init__(self):
        self.data = float(self.data)
        self.row = max((p.row for p in self._prev), default=-1) + 1

    def _backward(self):
        if self.row == 0:
            return
        mine, self.grad = self.grad, 0.0
        for p, slope in zip(self._prev, self._slopes):
            p.grad += slope * mine

    def __repr__(self):
        return f"Value({self.data}, row {self.row})"

    # A pair of methods for each operation with two sides, from one formula.

    def _two(self, other, formula, turned=False):
        left, right = (lift(other), self) if turned else (self, lift(other))
        value, *slopes = formula(left.data, right.data)
        return Value(value, [left, right], slopes)

    def _one(self, formula):
        value, slope = formula(self.data)
        return Value(value, [self], [slope])

    def _sum(x, y):
        return x + y, 1.0, 1.0

    def _difference(x, y):
        return x - y, 1.0, -1.0

    def _product(x, y):
        return x * y, y, x

    def _quotient(x, y):
        return x / y, 1.0 / y, -x / (y * y)

    def _opposite(x):
        return -x, -1.0

    def _tanh(x):
        t = math.tanh(x)
        return t, (1.0 + t) * (1.0 - t)

    def _exp(x):
        return (math.exp(x),) * 2

    def _relu(x):
        return (x, 1.0) if x > 0 else (0.0, 0.0)

    __add__ = partialmethod(_two, formula=_sum)
    __radd__ = partialmethod(_two, formula=_sum, turned=True)
    __sub__ = partialmethod(_two, formula=_difference)
    __rsub__ = partialmethod(_two, formula=_difference, turned=True)
    __mul__ = partialmethod(_two, formula=_product)
    __rmul__ = partialmethod(_two, formula=_product, turned=True)
    __truediv__ = partialmethod(_two, formula=_quotient)
    __rtruediv__ = partialmethod(_two, formula=_quotient, turned=True)
    __neg__ = partialmethod(_one, formula=_opposite)
    tanh = partialmethod(_one, formula=_tanh)
    exp = partialmethod(_one, formula=_exp)
    relu = partialmethod(_one, formula=_relu)

    def __pow__(self, n):
        def formula(x):
            return (x**n, n * x ** (n - 1)) if n != 0 else (1.0, 0.0)

        return self._one(formula)

    def backward(self):
        rows = in_rows(self)
        self.grad += 1.0
        for number in sorted(rows, reverse=True):
            for node in rows[number]:
                node._backward()

    def zero_grad(self):
        for nodes in in_rows(self).values():
            for node in nodes:
                node.grad = 0.0


@singledispatch
def lift(x):
    """A leaf for a plain number."""
    return Value(x)


@lift.register
def _(x: Value):
    return x


def in_rows(root, known=()):
    """All that can be reached from `root`, as {row: nodes}."""
    rows = defaultdict(list)
    seen = {id(node) for node in known}
    frontier = [root]
    while frontier:
        node = frontier.pop()
        if id(node) not in seen:
            seen.add(id(node))
            rows[node.row].append(node)
            frontier += node._prev
    return rows


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    rows = in_rows(v, visited)
    for number in sorted(rows):
        for node in rows[number]:
            visited.add(node)
            topo.append(node)
    return topo


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    root.zero_grad()


if __name__ == "__main__":
    x = Value(3.0)
    h = x * x
    (h * 2).backward()
    (h * 5).backward()
    print(x.grad, "expected 42")
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    L.backward()
    print(a.grad, b.grad, c.grad, "expected 44 34 10")
    y = x = Value(1.0)
    for _ in range(20_000):
        y = y + x
    y.backward()
    print(x.grad, "expected 20001")
