"""Exercise 13: edges carry the slopes.

edges is a tuple of (input, slope); _prev is read off it.
"""

import math
from collections import deque


class Value:
    def __init__(self, data, edges=()):
        self.data = data
        self.grad = 0.0
        self.edges = edges

    def __repr__(self):
        return f"Value(data={self.data}, grad={self.grad})"

    @property
    def _prev(self):
        return tuple(node for node, _ in self.edges)

    def _backward(self):
        for node, slope in self.edges:
            node.grad += slope * self.grad

    def backward(self):
        """Gradients of self with respect to all that it depends on."""
        if not self.edges:
            return
        order = consumers_first(self)
        for node in order:
            if node.edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            node._backward()

    def __add__(self, other):
        b = val(other)
        return Value(self.data + b.data, ((self, 1.0), (b, 1.0)))

    def __sub__(self, other):
        b = val(other)
        return Value(self.data - b.data, ((self, 1.0), (b, -1.0)))

    def __mul__(self, other):
        b = val(other)
        return Value(self.data * b.data, ((self, b.data), (b, self.data)))

    def __truediv__(self, other):
        b = val(other)
        out = self.data / b.data
        return Value(out, ((self, 1.0 / b.data), (b, -out / b.data)))

    def __neg__(self):
        return Value(-self.data, ((self, -1.0),))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Value(self.data**n, ((self, slope),))

    def __radd__(self, other):
        return val(other) + self

    def __rsub__(self, other):
        return val(other) - self

    def __rmul__(self, other):
        return val(other) * self

    def __rtruediv__(self, other):
        return val(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, ((self, 1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, ((self, e),))

    def relu(self):
        slope = float(self.data > 0)
        return Value(max(self.data, 0.0), ((self, slope),))


def val(x):
    if isinstance(x, Value):
        return x
    return Value(x)


def consumers_first(root):
    """Count the consumers of each node, then let go of a node after its last one."""
    consumers = {root: 0}
    queue = deque([root])
    while queue:
        for p, _ in queue.popleft().edges:
            if p not in consumers:
                consumers[p] = 0
                queue.append(p)
            consumers[p] += 1
    order = [root]
    for node in order:  # the list grows while we read it
        for p, _ in node.edges:
            consumers[p] -= 1
            if consumers[p] == 0:
                order.append(p)
    return order


def build_topo(v, visited, topo):
    topo += reversed(consumers_first(v))


def zero_grad(root):
    for node in consumers_first(root):
        node.grad = 0.0
