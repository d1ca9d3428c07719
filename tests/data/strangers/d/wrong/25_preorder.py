import math


class Walk:
    """A walk through a graph. `nodes` ends up with the inputs before their consumers."""

    def __init__(self, root, seen=None):
        self.seen = set() if seen is None else seen
        self.nodes = []
        self.pending = [(self.enter, root)]
        while self.pending:
            step, node = self.pending.pop()
            step(node)

    def enter(self, node):
        if node in self.seen:
            return
        self.seen.add(node)
        self.nodes.insert(0, node)
        for child in node._prev:
            self.pending.append((self.enter, child))


class Rule:
    """A local rule: the node it belongs to, and the slopes towards its inputs."""

    def __init__(self, node, slopes):
        self.node = node
        self.slopes = slopes

    def __call__(self):
        for child, slope in zip(self.node._prev, self.slopes):
            child.grad += slope * self.node.grad


class Value:
    def __init__(self, data, *edges):
        self.data = float(data)
        self.grad = 0.0
        self._prev = tuple(child for child, _ in edges)
        self._backward = Rule(self, [slope for _, slope in edges])

    def backward(self):
        nodes = Walk(self).nodes
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(nodes):
            node._backward()

    def __add__(self, other):
        other = value(other)
        return Value(self.data + other.data, (self, 1), (other, 1))

    def __sub__(self, other):
        other = value(other)
        return Value(self.data - other.data, (self, 1), (other, -1))

    def __mul__(self, other):
        other = value(other)
        return Value(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = value(other)
        return Value(
            self.data / other.data, (self, 1 / other.data), (other, -self.data / other.data**2)
        )

    def __pow__(self, n):
        return Value(self.data**n, (self, n * self.data ** (n - 1) if n else 0.0))

    def __neg__(self):
        return Value(-self.data, (self, -1))

    def __radd__(self, other):
        return value(other) + self

    def __rsub__(self, other):
        return value(other) - self

    def __rmul__(self, other):
        return value(other) * self

    def __rtruediv__(self, other):
        return value(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, 1 - t**2))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, e))

    def relu(self):
        return Value(max(self.data, 0.0), (self, int(self.data > 0)))


def value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    topo.extend(Walk(v, visited).nodes)


def zero_grad(root):
    for node in Walk(root).nodes:
        node.grad = 0.0
