import math


class Value:
    """`_slopes` is a table: input -> how fast this node moves when the input moves."""

    def __init__(self, data, slopes=None):
        self.data = data
        self.grad = 0.0
        self._slopes = slopes if slopes is not None else {}

    @property
    def _prev(self):
        return list(self._slopes)

    def _backward(self):
        for source, slope in self._slopes.items():
            source.grad += slope * self.grad

    def __repr__(self):
        return f"Value({self.data}, {len(self._slopes)} inputs)"

    def __add__(self, other):
        other = as_node(other)
        return make(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = as_node(other)
        return make(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = as_node(other)
        return make(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = as_node(other)
        q = self.data / other.data
        return make(q, (self, 1.0 / other.data), (other, -q / other.data))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return as_node(other) - self

    def __rtruediv__(self, other):
        return as_node(other) / self

    def __neg__(self):
        return make(-self.data, (self, -1.0))

    def __pow__(self, n):
        if n == 0:
            return make(1.0, (self, 0.0))
        return make(self.data**n, (self, n * self.data ** (n - 1)))

    def tanh(self):
        t = math.tanh(self.data)
        return make(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return make(e, (self, e))

    def relu(self):
        return make(self.data, (self, 1.0)) if self.data > 0 else make(0.0, (self, 0.0))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._slopes:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def as_node(x):
    return x if isinstance(x, Value) else Value(x)


def make(data, *edges):
    slopes = {}
    for source, slope in edges:
        slopes[source] = slope
    return Value(data, slopes)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, leaving = stack.pop()
        if leaving:
            topo.append(node)
            continue
        if node not in visited:
            visited.add(node)
            stack.append((node, True))
            for source in node._slopes:
                stack.append((source, False))


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
