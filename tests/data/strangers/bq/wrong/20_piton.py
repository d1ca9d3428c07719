"""All slopes of all operations lie in one long list; a node knows its place in it."""

import math

SLOPES = []


class Value:
    results = 0  # how many results have been made

    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self._prev = ()
        self._place = None

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad}, place={self._place})"

    @classmethod
    def _from(cls, data, *inputs):
        out = cls(data)
        out._prev = inputs
        out._place = cls.results
        cls.results += 1
        return out

    def _backward(self):
        if self._place is not None:
            for node, slope in zip(self._prev, SLOPES[self._place]):
                node.grad += slope * self.grad

    def __add__(self, other):
        other = plain(other)
        SLOPES.append((1.0, 1.0))
        return Value._from(self.data + other.data, self, other)

    def __sub__(self, other):
        other = plain(other)
        SLOPES.append((1.0, -1.0))
        return Value._from(self.data - other.data, self, other)

    def __mul__(self, other):
        other = plain(other)
        SLOPES.append((other.data, self.data))
        return Value._from(self.data * other.data, self, other)

    def __truediv__(self, other):
        other = plain(other)
        quotient = self.data / other.data
        SLOPES.append((1.0 / other.data, -quotient / other.data))
        return Value._from(quotient, self, other)

    def __neg__(self):
        SLOPES.append((-1.0,))
        return Value._from(-self.data, self)

    def __pow__(self, n):
        x = self.data
        SLOPES.append((n * x ** (n - 1) if n and x else float(n == 1),))
        return Value._from(x**n, self)

    def __radd__(self, other):
        return plain(other) + self

    def __rsub__(self, other):
        return plain(other) - self

    def __rmul__(self, other):
        return plain(other) * self

    def __rtruediv__(self, other):
        return plain(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        SLOPES.append((1.0 - t * t,))
        return Value._from(t, self)

    def exp(self):
        e = math.exp(self.data)
        SLOPES.append((e,))
        return Value._from(e, self)

    def relu(self):
        SLOPES.append((1.0,) if self.data > 0 else (0.0,))
        return Value._from(max(self.data, 0.0), self)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def plain(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    # An input always has a smaller place than its consumer; leaves come first of all.
    visited.add(v)
    todo = [v]
    while todo:
        for node in todo.pop()._prev:
            if node not in visited:
                visited.add(node)
                todo.append(node)
    topo += [node for node in visited if node._place is None]
    topo += sorted((n for n in visited if n._place is not None), key=lambda n: n._place)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
