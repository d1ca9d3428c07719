import math

DEEP = 700


class Value:
    def __init__(self, data, _prev=()):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_prev)
        self._backward = lambda: None

    def _with(self, *slopes):
        def _backward():
            for node, slope in zip(self._prev, slopes):
                node.grad += slope * self.grad

        self._backward = _backward
        return self

    def __add__(self, other):
        other = value(other)
        return Value(self.data + other.data, [self, other])._with(1.0, 1.0)

    def __mul__(self, other):
        other = value(other)
        return Value(self.data * other.data, [self, other])._with(other.data, self.data)

    def __neg__(self):
        return Value(-self.data, [self])._with(-1.0)

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, [self])._with(slope)

    def __sub__(self, other):
        return self + -value(other)

    def __truediv__(self, other):
        other = value(other)
        q = self.data / other.data
        return Value(q, [self, other])._with(1 / other.data, -q / other.data)

    def __radd__(self, other):
        return value(other) + self

    def __rmul__(self, other):
        return value(other) * self

    def __rsub__(self, other):
        return value(other) - self

    def __rtruediv__(self, other):
        return value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self])._with(1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self])._with(e)

    def relu(self):
        if self.data > 0:
            return Value(self.data, [self])._with(1.0)
        return Value(0.0, [self])._with(0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in topo[::-1]:
            node._backward()


def value(x):
    return x if isinstance(x, Value) else Value(float(x))


def visit(v, depth, visited, part, later):
    if v in visited:
        return
    if depth > DEEP:
        later.append(v)
        return
    visited.add(v)
    for node in v._prev:
        visit(node, depth + 1, visited, part, later)
    part.append(v)


def build_topo(v, visited, topo):
    """Go down a good way, note what lies deeper, and go on from there afterwards."""
    parts = []
    starts = [v]
    while starts:
        part, later = [], []
        for start in starts:
            visit(start, 0, visited, part, later)
        parts.append(part)
        starts = later
    for part in reversed(parts):
        topo.extend(part)


def zero_grad(root):
    seen = {root}
    row = [root]
    while row:
        next_row = []
        for node in row:
            node.grad = 0.0
            for inp in node._prev:
                if inp not in seen:
                    seen.add(inp)
                    next_row.append(inp)
        row = next_row
