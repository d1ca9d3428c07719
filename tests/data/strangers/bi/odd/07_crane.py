"""Every node is a weighted wish list: grad flows out and is wiped as it leaves."""

import math
from dataclasses import dataclass, field


@dataclass(eq=False)
class Value:
    data: float
    _prev: list = field(default_factory=list, repr=False)
    weights: list = field(default_factory=list, repr=False)
    grad: float = field(default=0.0, init=False)

    def _backward(self):
        """Hand the gradient down. An inner node keeps nothing for itself."""
        if not self._prev:
            return
        mine, self.grad = self.grad, 0.0
        for node, weight in zip(self._prev, self.weights):
            node.grad += weight * mine

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        # Inner nodes are empty after each call, but somebody may have put something there.
        for node in topo:
            node.grad *= not node._prev
        self.grad += 1
        for node in reversed(topo):
            node._backward()

    def zero_grad(self):
        zero_grad(self)

    def __add__(self, other):
        return linear((self, 1.0), (other, 1.0))

    def __radd__(self, other):
        return linear((other, 1.0), (self, 1.0))

    def __sub__(self, other):
        return linear((self, 1.0), (other, -1.0))

    def __rsub__(self, other):
        return linear((other, 1.0), (self, -1.0))

    def __neg__(self):
        return linear((self, -1.0))

    def __mul__(self, other):
        if isinstance(other, Value):
            return Value(self.data * other.data, [self, other], [other.data, self.data])
        return linear((self, float(other)))

    __rmul__ = __mul__

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return Value(self.data / other, [self], [1 / other])
        q = self.data / other.data
        return Value(q, [self, other], [1 / other.data, -q / other.data])

    def __rtruediv__(self, other):
        q = other / self.data
        return Value(q, [self], [-q / self.data])

    def __pow__(self, n):
        if n == 0:
            return Value(1.0, [self], [0.0])
        if n == 2:
            return self * self
        return Value(float(self.data**n), [self], [n * self.data ** (n - 1)])

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [self], [(1 - t) * (1 + t)])

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [self], [e])

    def relu(self):
        gate = math.ceil(self.data > 0)
        return Value(self.data if gate else 0.0, [self], [gate])


def linear(*terms):
    """A weighted sum of nodes; plain numbers are added without a node of their own."""
    total = None
    nodes, weights = [], []
    for term, weight in terms:
        if isinstance(term, Value):
            nodes.append(term)
            weights.append(weight)
            term = term.data
        total = weight * term if total is None else total + weight * term
    return Value(float(total), nodes, weights)


def build_topo(v, visited, topo):
    later = [v]
    while later:
        node = later.pop()
        if isinstance(node, list):
            topo += node
        elif node not in visited:
            visited.add(node)
            later.append([node])
            later.extend(node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
