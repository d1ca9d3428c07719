import math


class Value:
    """Every node knows its depth: leaves have 0, a result one more than its inputs."""

    def __init__(self, data, _prev=(), _op="", _weights=()):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._op = _op
        self._weights = _weights
        self.depth = 1 + max((child.depth for child in _prev), default=-1)
        self.label = f"{self.depth}:{_op}"

    def __repr__(self):
        return f"{self.label}={self.data:.4f}"

    def _backward(self):
        for child, weight in zip(self._prev, self._weights):
            child.grad += weight * self.grad

    @classmethod
    def of(cls, thing):
        return thing if isinstance(thing, cls) else cls(thing)

    def __add__(self, other):
        other = Value.of(other)
        return Value(self.data + other.data, (self, other), "+", (1.0, 1.0))

    def __radd__(self, other):
        return Value.of(other) + self

    def __sub__(self, other):
        other = Value.of(other)
        return Value(self.data - other.data, (self, other), "-", (1.0, -1.0))

    def __rsub__(self, other):
        return Value.of(other) - self

    def __mul__(self, other):
        other = Value.of(other)
        return Value(self.data * other.data, (self, other), "*", (other.data, self.data))

    def __rmul__(self, other):
        return Value.of(other) * self

    def __truediv__(self, other):
        other = Value.of(other)
        q = self.data / other.data
        return Value(q, (self, other), "/", (1.0 / other.data, -q / other.data))

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg", (-1.0,))

    def __pow__(self, n):
        slope = 0.0 if n == 0 else n * self.data ** (n - 1)
        return Value(self.data**n, (self,), "**", (slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", (e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), "relu", (1.0,))
        return Value(0.0, (self,), "relu", (0.0,))

    def backward(self):
        order = in_order(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            node._backward()


def reachable(root):
    nodes = {root}
    frontier = [root]
    while frontier:
        for child in frontier.pop()._prev:
            if child not in nodes:
                nodes.add(child)
                frontier.append(child)
    return nodes


def in_order(root):
    """Shallow nodes first, so inputs come before results."""
    return sorted(reachable(root), key=lambda node: node.label)


def build_topo(v, visited, topo):
    topo.extend(in_order(v))
    visited.update(topo)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
