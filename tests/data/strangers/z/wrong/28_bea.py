"""engine.py: Value, build_topo, zero_grad"""

import math


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, *edges):
        # an edge is a pair: the input, and the slope towards it
        self.data = data
        self.grad = 0.0
        self._prev = tuple(node for node, slope in edges)
        self._steps = []
        for node, slope in edges:
            self._steps.append(lambda: node.take(slope * self.grad))

    def take(self, share):
        self.grad += share

    def _backward(self):
        for step in self._steps:
            step()

    def __add__(self, other):
        other = V(other)
        return Value(self.data + other.data, (self, 1.0), (other, 1.0))

    def __sub__(self, other):
        other = V(other)
        return Value(self.data - other.data, (self, 1.0), (other, -1.0))

    def __mul__(self, other):
        other = V(other)
        return Value(self.data * other.data, (self, other.data), (other, self.data))

    def __truediv__(self, other):
        other = V(other)
        q = self.data / other.data
        return Value(q, (self, 1.0 / other.data), (other, -q / other.data))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n != 0 else 0.0
        return Value(self.data**n, (self, slope))

    def __neg__(self):
        return Value(-self.data, (self, -1.0))

    def __radd__(self, other):
        return V(other) + self

    def __rsub__(self, other):
        return V(other) - self

    def __rmul__(self, other):
        return V(other) * self

    def __rtruediv__(self, other):
        return V(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self, 1.0 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self, e))

    def relu(self):
        on = float(self.data > 0)
        return Value(on * self.data, (self, on))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.take(1.0)
        for node in reversed(topo):
            node._backward()


def V(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    stack = [(v, False)]
    while stack:
        node, returning = stack.pop()
        if returning:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack += [(p, False) for p in node._prev]


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
