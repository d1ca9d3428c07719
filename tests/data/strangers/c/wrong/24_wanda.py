import math
from typing import Callable, NamedTuple


class Edge(NamedTuple):
    """From a result to one of its inputs. `slope` is called when it is needed."""

    to: "Value"
    slope: Callable


class Value:
    """One number, its gradient, and how it was made."""

    def __init__(self, data, edges=(), _op=""):
        self.data = float(data)
        self.grad = 0.0
        self.edges = edges
        self._op = _op

    @property
    def _prev(self):
        return [edge.to for edge in self.edges]

    def _backward(self):
        for edge in self.edges:
            edge.to.grad += edge.slope() * self.grad

    def is_leaf(self):
        return not self.edges

    def __repr__(self):
        return f"Value({self.data}, {len(self.edges)} inputs)"

    def __add__(self, other):
        other = box(other)
        one = lambda: 1.0  # noqa: E731
        return Value(self.data + other.data, [Edge(self, one), Edge(other, one)], "+")

    def __sub__(self, other):
        other = box(other)
        edges = [Edge(self, lambda: 1.0), Edge(other, lambda: -1.0)]
        return Value(self.data - other.data, edges, "-")

    def __mul__(self, other):
        other = box(other)
        edges = [Edge(self, lambda: other.data), Edge(other, lambda: self.data)]
        return Value(self.data * other.data, edges, "*")

    def __truediv__(self, other):
        other = box(other)
        edges = [
            Edge(self, lambda: 1.0 / other.data),
            Edge(other, lambda: -self.data / (other.data * other.data)),
        ]
        return Value(self.data / other.data, edges, "/")

    def __pow__(self, n):
        def slope():
            if self.data == 0:
                return 0.0
            return n * self.data ** (n - 1)

        return Value(self.data**n, [Edge(self, slope)], "**")

    def __neg__(self):
        return Value(-self.data, [Edge(self, lambda: -1.0)], "neg")

    def __radd__(self, other):
        return box(other) + self

    def __rsub__(self, other):
        return box(other) - self

    def __rmul__(self, other):
        return box(other) * self

    def __rtruediv__(self, other):
        return box(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, [Edge(self, lambda: 1.0 - t * t)], "tanh")

    def exp(self):
        e = math.exp(self.data)
        return Value(e, [Edge(self, lambda: e)], "exp")

    def relu(self):
        slope = 1.0 if self.data > 0 else 0.0
        return Value(self.data * slope, [Edge(self, lambda: slope)], "relu")

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if not node.is_leaf():
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def box(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    stack = [(v, False)]
    while stack:
        node, leaving = stack.pop()
        if leaving:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for edge in node.edges:
            stack.append((edge.to, False))


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
