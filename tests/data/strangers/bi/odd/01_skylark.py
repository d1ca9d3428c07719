"""Everything in three parallel arrays. A Value is an index with manners."""

import math
from array import array

D, G = array("d"), array("d")
FAMILY, RULE = [], []


def _enter(number, family=(), rule=None):
    D.append(number)
    G.append(0.0)
    FAMILY.append(family)
    RULE.append(rule)
    return len(D) - 1


class Value:
    __slots__ = ("i",)

    def __init__(self, data, _prev=(), _op=""):
        self.i = _enter(data, tuple(_prev))

    data = property(lambda s: D[s.i], lambda s, x: D.__setitem__(s.i, x))
    grad = property(lambda s: G[s.i], lambda s, x: G.__setitem__(s.i, x))
    _prev = property(lambda s: FAMILY[s.i])
    _backward = property(lambda s: lambda: RULE[s.i] and RULE[s.i](G[s.i]))

    def __add__(self, o):
        return _two(self, o, lambda x, y: x + y, lambda x, y, z: (1.0, 1.0))

    def __sub__(self, o):
        return _two(self, o, lambda x, y: x - y, lambda x, y, z: (1.0, -1.0))

    def __mul__(self, o):
        return _two(self, o, lambda x, y: x * y, lambda x, y, z: (y, x))

    def __truediv__(self, o):
        return _two(self, o, lambda x, y: x / y, lambda x, y, z: (1 / y, -z / y))

    def __radd__(self, o):
        return _v(o) + self

    def __rsub__(self, o):
        return _v(o) - self

    def __rmul__(self, o):
        return _v(o) * self

    def __rtruediv__(self, o):
        return _v(o) / self

    def __neg__(self):
        return _one(self, -self.data, lambda x, z: -1.0)

    def __pow__(self, n):
        return _one(self, self.data**n, lambda x, z: n and n * x ** (n - 1))

    def tanh(self):
        return _one(self, math.tanh(self.data), lambda x, z: 1 - z * z)

    def exp(self):
        return _one(self, math.exp(self.data), lambda x, z: z)

    def relu(self):
        return _one(self, max(0.0, self.data), lambda x, z: z > 0)

    def backward(self):
        # An index is always greater than those of its inputs: largest first is a right order.
        reach = _reach(self)
        for node in reach:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reach:
            node._backward()


def _v(x):
    return x if isinstance(x, Value) else Value(x)


def _two(a, b, how, slopes):
    b = _v(b)
    out = Value(how(D[a.i], D[b.i]), (a, b))
    i, j, k = a.i, b.i, out.i

    def rule(g):
        p, q = slopes(D[i], D[j], D[k])
        G[i] += p * g
        G[j] += q * g

    RULE[k] = rule
    return out


def _one(a, result, slope):
    out = Value(result, (a,))
    i, k = a.i, out.i

    def rule(g):
        G[i] += slope(D[i], D[k]) * g

    RULE[k] = rule
    return out


def _reach(root):
    found = {root.i: root}
    todo = [root]
    while todo:
        for node in todo.pop()._prev:
            if node.i not in found:
                found[node.i] = node
                todo.append(node)
    return [found[i] for i in sorted(found, reverse=True)]


def build_topo(v, visited, topo):
    topo[:] = _reach(v)[::-1]


def zero_grad(root):
    for node in _reach(root):
        G[node.i] = 0.0
