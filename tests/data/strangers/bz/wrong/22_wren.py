"""Exercise 13: the whole engine, short version.

An edge is a pair (input, slope). `step` makes a node from its value and its edges.
"""

import math


class Value:
    __slots__ = ("data", "grad", "edges", "_backward")

    def __init__(self, data, edges=()):
        self.data = float(data)
        self.grad = 0.0
        self.edges = edges
        self._backward = self.push

    @property
    def _prev(self):
        return tuple(source for source, _ in self.edges)

    def push(self):
        g = self.grad
        for source, slope in self.edges:
            source.grad += slope * g

    def __repr__(self):
        kind = f"{len(self.edges)} inputs" if self.edges else "leaf"
        return f"Value({self.data!r}, {kind}, grad {self.grad!r})"

    def __add__(self, other):
        other = node(other)
        return step(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = node(other)
        return step(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = node(other)
        return step(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = node(other)
        q = self.data / other.data
        return step(q, (self, 1.0 / other.data), (other, -q / other.data))

    def __pow__(self, n):
        if n == 0:
            return step(1.0, (self, 0.0))
        return step(self.data**n, (self, n * self.data ** (n - 1)))

    def __neg__(self):
        return step(-self.data, (self, -1.0))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return node(other) - self

    def __rtruediv__(self, other):
        return node(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return step(t, (self, (1.0 - t) * (1.0 + t)))

    def exp(self):
        e = math.exp(self.data)
        return step(e, (self, e))

    def relu(self):
        if self.data > 0.0:
            return step(self.data, (self, 1.0))
        return step(0.0, (self, 0.0))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        inner = [v for v in order if v.edges]
        for v in inner:
            v.grad = 0.0
        self.grad += 1.0
        for v in reversed(inner):
            v._backward()


def node(x):
    return x if isinstance(x, Value) else Value(x)


def step(value, *edges):
    return Value(value, edges)


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    visited.add(v)
    trail = [(v, iter(v.edges))]
    while trail:
        here, rest = trail[-1]
        edge = next(rest, None)
        if edge is None:
            trail.pop()
            topo.append(here)
        elif edge[0] not in visited:
            visited.add(edge[0])
            trail.append((edge[0], iter(edge[0].edges)))


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0.

    No set and no order is needed for this: every node that is met is cleaned, and from a clean
    one there is no need to go on.
    """
    root.grad = 0.0
    todo = list(root.edges)
    while todo:
        v, _ = todo.pop()
        if v.grad != 0.0:
            v.grad = 0.0
            todo.extend(v.edges)


def show(title, found, expected):
    sign = "ok " if all(abs(f - e) < 1e-9 for f, e in zip(found, expected)) else "BAD"
    print(sign, title, *found)


def main():
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    show("one call", (a.grad, b.grad, c.grad), (22, 17, 5))
    L.backward()
    show("two calls", (a.grad, b.grad, c.grad), (44, 34, 10))
    zero_grad(L)
    show("zero_grad", (a.grad, b.grad, c.grad, L.grad), (0, 0, 0, 0))
    x = Value(3.0)
    h = x * x
    (h * 2).backward()
    (h * 5).backward()
    show("two losses", (x.grad,), (42,))
    x = Value(0.0)
    (x**0).backward()
    show("x ** 0 at 0", (x.grad,), (0,))
    x = Value(1.0)
    y = x
    for _ in range(40):
        y = y + y
    y.backward()
    show("ladder", (x.grad,), (2.0**40,))
    zero_grad(y)
    show("ladder, zero_grad", (x.grad,), (0,))
    x = y = Value(1.0)
    for _ in range(20_000):
        y = y + x
    y.backward()
    show("20,000", (x.grad,), (20_001,))


if __name__ == "__main__":
    main()
