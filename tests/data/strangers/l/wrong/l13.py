import math


class Value:
    """Every node knows its rank: leaves have 0, a result stands above all of its inputs."""

    def __init__(self, data, *prev):
        self.data = float(data)
        self.grad = 0.0
        self._prev = prev
        self.rank = 1 + min(p.rank for p in prev) if prev else 0
        self._backward = None

    def because(self, *slopes):
        self._backward = slopes
        return self

    def __add__(x, y):
        y = node(y)
        return Value(x.data + y.data, x, y).because(1, 1)

    def __radd__(x, y):
        return node(y) + x

    def __neg__(x):
        return Value(-x.data, x).because(-1)

    def __sub__(x, y):
        y = node(y)
        return Value(x.data - y.data, x, y).because(1, -1)

    def __rsub__(x, y):
        return node(y) - x

    def __mul__(x, y):
        y = node(y)
        return Value(x.data * y.data, x, y).because(y.data, x.data)

    def __rmul__(x, y):
        return node(y) * x

    def __truediv__(x, y):
        y = node(y)
        return Value(x.data / y.data, x, y).because(1 / y.data, -x.data / y.data / y.data)

    def __rtruediv__(x, y):
        return node(y) / x

    def __pow__(x, n):
        return Value(x.data ** n, x).because(n * x.data ** (n - 1) if n != 0 else 0)

    def tanh(x):
        y = math.tanh(x.data)
        return Value(y, x).because(1 - y ** 2)

    def exp(x):
        y = math.exp(x.data)
        return Value(y, x).because(y)

    def relu(x):
        return Value(max(x.data, 0), x).because(1 if x.data > 0 else 0)

    def backward(self):
        order = ranked(self)
        for n in order:
            if n.rank > 0:
                n.grad = 0.0
        self.grad += 1.0
        for n in reversed(order):
            if n._backward is not None:
                for p, slope in zip(n._prev, n._backward):
                    p.grad += slope * n.grad


def node(x):
    return x if isinstance(x, Value) else Value(x)


def ranked(root):
    """All nodes below root, sorted by rank."""
    seen = {id(root): root}
    fresh = [root]
    while fresh:
        wave = []
        for n in fresh:
            for p in n._prev:
                if id(p) not in seen:
                    seen[id(p)] = p
                    wave.append(p)
        fresh = wave
    return sorted(seen.values(), key=lambda n: n.rank)


def build_topo(v, visited, topo):
    for n in ranked(v):
        visited.add(n)
        topo.append(n)


def zero_grad(root):
    for n in ranked(root):
        n.grad = 0.0
