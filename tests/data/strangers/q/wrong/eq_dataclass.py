"""The exam, with a dataclass and a table of local slopes."""

import math
from dataclasses import dataclass, field


def power(x, n):
    """x ** n, and infinity where Python would rather raise an error."""
    try:
        return x**n
    except OverflowError:
        return -math.inf if x < 0 and n % 2 == 1 else math.inf


@dataclass(unsafe_hash=True)
class Value:
    data: float
    grad: float = field(default=0.0, compare=False)
    _prev: tuple = field(default=(), repr=False, compare=False)
    slopes: tuple = field(default=(), repr=False, compare=False)

    def _backward(self):
        for node, slope in zip(self._prev, self.slopes):
            node.grad += slope * self.grad

    def __add__(self, other):
        other = as_value(other)
        return Value(self.data + other.data, _prev=(self, other), slopes=(1.0, 1.0))

    def __sub__(self, other):
        other = as_value(other)
        return Value(self.data - other.data, _prev=(self, other), slopes=(1.0, -1.0))

    def __mul__(self, other):
        other = as_value(other)
        slopes = (other.data, self.data)
        return Value(self.data * other.data, _prev=(self, other), slopes=slopes)

    def __truediv__(self, other):
        other = as_value(other)
        q = self.data / other.data
        slopes = (1.0 / other.data, -q / other.data)
        return Value(q, _prev=(self, other), slopes=slopes)

    def __radd__(self, other):
        return as_value(other) + self

    def __rsub__(self, other):
        return as_value(other) - self

    def __rmul__(self, other):
        return as_value(other) * self

    def __rtruediv__(self, other):
        return as_value(other) / self

    def __neg__(self):
        return Value(-self.data, _prev=(self,), slopes=(-1.0,))

    def __pow__(self, n):
        slope = n * power(self.data, n - 1) if n else 0.0
        return Value(power(self.data, n), _prev=(self,), slopes=(slope,))

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, _prev=(self,), slopes=(1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, _prev=(self,), slopes=(e,))

    def relu(self):
        on = self.data > 0
        return Value(self.data if on else 0.0, _prev=(self,), slopes=(1.0 if on else 0.0,))

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    """Append to `topo` every node reachable from `v`, each once, inputs first."""
    todo = [(v, False)]
    while todo:
        node, done = todo.pop()
        if done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            todo.append((node, True))
            todo.extend((below, False) for below in node._prev)


def zero_grad(root):
    """Set the gradient of every node reachable from `root` to 0.0."""
    nodes = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
