import math


class Value:
    def __init__(self, data, _prev=(), _op=""):
        self.data = data
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._backward = []

    # Each operation: the number first, then the edges (input, slope).

    def __add__(self, other):
        other = Value.wrap(other)
        return Value.result("+", self.data + other.data, [self, 1.0], [other, 1.0])

    def __sub__(self, other):
        other = Value.wrap(other)
        return Value.result("-", difference(self.data, other.data), [self, 1.0], [other, -1.0])

    def __mul__(self, other):
        other = Value.wrap(other)
        return Value.result("*", self.data * other.data, [self, other.data], [other, self.data])

    def __truediv__(self, other):
        other = Value.wrap(other)
        q = self.data / other.data
        return Value.result("/", q, [self, 1.0 / other.data], [other, -q / other.data])

    def __radd__(self, other):
        return Value.wrap(other) + self

    def __rsub__(self, other):
        return Value.wrap(other) - self

    def __rmul__(self, other):
        return Value.wrap(other) * self

    def __rtruediv__(self, other):
        return Value.wrap(other) / self

    def __neg__(self):
        return Value.result("neg", -self.data, [self, -1.0])

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value.result("**", self.data**n, [self, slope])

    def tanh(self):
        t = math.tanh(self.data)
        return Value.result("tanh", t, [self, 1.0 - t * t])

    def exp(self):
        e = math.exp(self.data)
        return Value.result("exp", e, [self, e])

    def relu(self):
        alive = self.data > 0
        return Value.result("relu", self.data if alive else 0.0, [self, float(alive)])

    @staticmethod
    def wrap(x):
        return x if isinstance(x, Value) else Value(float(x))

    @staticmethod
    def result(op, data, *edges):
        out = Value(data, tuple(edge[0] for edge in edges), op)
        out._backward = edges
        return out

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            for p, slope in node._backward:
                p.grad += slope * node.grad


def difference(x, y):
    """x - y; what is left over of two equal numbers is only noise of rounding."""
    return 0.0 if math.isclose(x, y) else x - y


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
