import math
from dataclasses import dataclass, field
from typing import Callable


@dataclass(eq=False)
class Value:
    """One number, its gradient, and how it was made."""

    data: float
    _prev: tuple = field(default=(), repr=False)
    _op: str = ""
    leaf: bool = True
    grad: float = 0.0
    _backward: Callable = field(default=lambda: None, repr=False)

    # -- two helpers: they make the node and give it its rule --

    def _unary(self, op, data, slope):
        out = Value(data, (self,), op)

        def rule():
            self.grad += slope() * out.grad

        out._backward = rule
        return out

    def _binary(self, op, other, data, slope_left, slope_right):
        out = Value(data, (self, other), op, leaf=False)

        def rule():
            self.grad += slope_left() * out.grad
            other.grad += slope_right() * out.grad

        out._backward = rule
        return out

    def __add__(self, other):
        other = to_value(other)
        return self._binary("+", other, self.data + other.data, lambda: 1.0, lambda: 1.0)

    def __sub__(self, other):
        other = to_value(other)
        return self._binary("-", other, self.data - other.data, lambda: 1.0, lambda: -1.0)

    def __mul__(self, other):
        other = to_value(other)
        return self._binary(
            "*", other, self.data * other.data, lambda: other.data, lambda: self.data
        )

    def __truediv__(self, other):
        other = to_value(other)
        return self._binary(
            "/",
            other,
            self.data / other.data,
            lambda: 1 / other.data,
            lambda: -self.data / other.data**2,
        )

    def __radd__(self, other):
        return to_value(other) + self

    def __rsub__(self, other):
        return to_value(other) - self

    def __rmul__(self, other):
        return to_value(other) * self

    def __rtruediv__(self, other):
        return to_value(other) / self

    def __neg__(self):
        return self._unary("neg", -self.data, lambda: -1.0)

    def __pow__(self, n):
        def slope():
            return n * self.data ** (n - 1) if n != 0 else 0.0

        return self._unary("**", self.data**n, slope)

    def tanh(self):
        t = math.tanh(self.data)
        return self._unary("tanh", t, lambda: 1 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._unary("exp", e, lambda: e)

    def relu(self):
        return self._unary("relu", max(self.data, 0.0), lambda: 1.0 if self.data > 0 else 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if not node.leaf:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def to_value(x):
    return x if isinstance(x, Value) else Value(float(x))


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    ENTER, LEAVE = 0, 1
    stack = [(ENTER, v)]
    while stack:
        what, node = stack.pop()
        if what == LEAVE:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((LEAVE, node))
        stack.extend((ENTER, p) for p in node._prev)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
