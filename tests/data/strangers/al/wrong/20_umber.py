import math


def hyperbolic_tangent(x):
    """By expm1, which is exact for small numbers as well."""
    if x > 20.0:
        return 1.0
    u = math.expm1(-2.0 * x)
    return -u / (2.0 + u)


class Edge:
    """From a result to one of its inputs."""

    __slots__ = ("source", "slope")

    def __init__(self, source, slope):
        self.source = source
        self.slope = slope


class Value:
    def __init__(self, data, edges=()):
        self.data = float(data)
        self.grad = 0.0
        self._edges = edges

    @property
    def _prev(self):
        return [edge.source for edge in self._edges]

    def _backward(self):
        for edge in self._edges:
            edge.source.grad += edge.slope * self.grad

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()

    def __add__(self, other):
        other = coerce(other)
        return Value(self.data + other.data, [Edge(self, 1.0), Edge(other, 1.0)])

    def __sub__(self, other):
        other = coerce(other)
        return Value(self.data - other.data, [Edge(self, 1.0), Edge(other, -1.0)])

    def __mul__(self, other):
        other = coerce(other)
        edges = [Edge(self, other.data), Edge(other, self.data)]
        return Value(self.data * other.data, edges)

    def __truediv__(self, other):
        other = coerce(other)
        q = self.data / other.data
        return Value(q, [Edge(self, 1.0 / other.data), Edge(other, -q / other.data)])

    def __radd__(self, other):
        return coerce(other) + self

    def __rsub__(self, other):
        return coerce(other) - self

    def __rmul__(self, other):
        return coerce(other) * self

    def __rtruediv__(self, other):
        return coerce(other) / self

    def __neg__(self):
        return Value(-self.data, [Edge(self, -1.0)])

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, [Edge(self, 0.0)])
        return Value(self.data**n, [Edge(self, n * self.data ** (n - 1))])

    def tanh(self):
        t = hyperbolic_tangent(self.data)
        return Value(t, [Edge(self, 1.0 - t * t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [Edge(self, e)])

    def relu(self):
        if self.data > 0.0:
            return Value(self.data, [Edge(self, 1.0)])
        return Value(0.0, [Edge(self, 0.0)])


def coerce(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    halfway = set()
    while stack:
        node = stack.pop()
        if node in visited:
            continue
        if node in halfway:
            visited.add(node)
            topo.append(node)
            continue
        halfway.add(node)
        stack.append(node)
        for edge in node._edges:
            if edge.source not in visited:
                stack.append(edge.source)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
