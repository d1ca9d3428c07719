"""Exercise 13: rules as generators. A rule waits for its gradient and yields what it sends."""

import math
from functools import partial


def _pairs(node, slopes):
    """A started generator: send it a gradient, get the list of (input, share)."""
    out = None
    while True:
        g = yield out
        out = [(p, g * s) for p, s in zip(node._prev, slopes)]


class Value:
    def __init__(self, data, _prev=(), *slopes):
        self.data = float(data)
        self.grad = 0.0
        self._prev = list(_prev)
        self._backward = partial(_pairs, self, slopes)

    def __repr__(self):
        return "Value(%r)" % self.data

    def __pos__(self):
        return self

    def __neg__(self):
        return Value(-self.data, [self], -1.0)

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, [self], 0.0)
        return Value(self.data**n, [self], n * self.data ** (n - 1))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], e)

    def relu(self):
        s = float(self.data > 0)
        return Value(self.data if s else 0.0, [self], s)

    def backward(self):
        inflow = {}
        for node in _consumers_first(self):
            g = inflow.pop(node, 0.0) + (node is self)
            if not node._prev:
                node.grad += g
                continue
            node.grad = g
            rule = node._backward()
            next(rule)
            for source, share in rule.send(g):
                inflow[source] = inflow.get(source, 0.0) + share
            rule.close()


def _install(name, compute):
    """Put __name__ and __rname__ into the class."""

    def both(a, b):
        a = a if isinstance(a, Value) else Value(a)
        b = b if isinstance(b, Value) else Value(b)
        result, left, right = compute(a.data, b.data)
        return Value(result, [a, b], left, right)

    setattr(Value, f"__{name}__", lambda self, other: both(self, other))
    setattr(Value, f"__r{name}__", lambda self, other: both(other, self))


_install("add", lambda x, y: (x + y, 1.0, 1.0))
_install("sub", lambda x, y: (x - y, 1.0, -1.0))
_install("mul", lambda x, y: (x * y, y, x))
_install("truediv", lambda x, y: (x / y, 1.0 / y, -x / (y * y)))


def _inputs_first(root):
    seen = {root}
    trail = [(root, iter(root._prev))]
    while trail:
        node, rest = trail[-1]
        fresh = next((p for p in rest if p not in seen), None)
        if fresh is None:
            trail.pop()
            yield node
        else:
            seen.add(fresh)
            trail.append((fresh, iter(fresh._prev)))


def _consumers_first(root):
    yield from reversed(list(_inputs_first(root)))


def build_topo(v, visited, topo):
    for node in _inputs_first(v):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in _inputs_first(root):
        node.grad = 0.0


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    L.backward()
    print([n.grad for n in (a, b, c)], "should be 44, 34, 10")
