"""Two kinds of inner nodes only: linear combinations, and products or functions.
Sums, differences, multiples and negations are all `combine(bias, (node, weight), ...)`."""
import math


class Value:
    def __init__(self, data):
        self.data = float(data)
        self.grad = 0.0
        self._edges = []

    @property
    def _prev(self):
        return [node for node, _ in self._edges]

    def _backward(self):
        for node, weight in self._edges:
            node.grad += weight * self.grad

    def __add__(self, other):
        if isinstance(other, Value):
            return combine(0.0, (self, None), (other, None))
        return combine(other, (self, None))

    def __sub__(self, other):
        if isinstance(other, Value):
            return combine(0.0, (self, None), (other, -1.0))
        return combine(-other, (self, None))

    def __mul__(self, other):
        if isinstance(other, Value):
            return curve(self.data * other.data, (self, other.data), (other, self.data))
        return combine(0.0, (self, other))

    def __truediv__(self, other):
        if isinstance(other, Value):
            return self * other.reciprocal(1.0)
        return combine(0.0, (self, 1.0 / other))

    def reciprocal(self, number):
        return curve(number / self.data, (self, -number / self.data**2))

    def __pow__(self, n):
        return curve(self.data**n, (self, n * self.data ** (n - 1) if n != 0 else 0.0))

    def __neg__(self):
        return combine(0.0, (self, -1.0))

    def __radd__(self, number):
        return combine(number, (self, None))

    def __rsub__(self, number):
        return combine(number, (self, -1.0))

    def __rmul__(self, number):
        return combine(0.0, (self, number))

    def __rtruediv__(self, number):
        return self.reciprocal(number)

    def tanh(self):
        t = math.tanh(self.data)
        return curve(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return curve(e, (self, e))

    def relu(self):
        return curve(max(self.data, 0.0), (self, 1.0 if self.data > 0 else 0.0))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._edges:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def curve(data, *edges):
    out = Value(data)
    out._edges = list(edges)
    return out


def combine(bias, *terms):
    """bias + weight * node + ...; the weight None stands for 1."""
    terms = [(node, weight or 1.0) for node, weight in terms]
    return curve(sum((weight * node.data for node, weight in terms), bias), *terms)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, done = stack.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p, _ in node._edges)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
