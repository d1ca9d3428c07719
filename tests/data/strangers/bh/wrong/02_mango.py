import itertools
import math
from dataclasses import dataclass, field
from typing import Any, Callable

_tickets = itertools.count()


@dataclass(eq=False, repr=False)
class Value:
    """A scalar. `ticket` says when it was made: inputs are older than results."""

    data: float
    _prev: tuple = ()
    _op: str = ""
    _backward: Callable[[float], Any] = None
    grad: float = 0.0
    ticket: int = next(_tickets)
    tags: list = field(default_factory=list)

    def __post_init__(self):
        self.data = float(self.data)

    # ---- arithmetic ----
    def __add__(self, other):
        other = wrap(other)
        return Value(self.data + other.data, (self, other), "add", lambda g: (g, g))

    def __sub__(self, other):
        other = wrap(other)
        return Value(self.data - other.data, (self, other), "sub", lambda g: (g, -g))

    def __mul__(self, other):
        other = wrap(other)
        return Value(
            self.data * other.data,
            (self, other),
            "mul",
            lambda g: (g * other.data, g * self.data),
        )

    def __truediv__(self, other):
        other = wrap(other)
        return Value(
            self.data / other.data,
            (self, other),
            "div",
            lambda g: (g / other.data, -g * self.data / other.data**2),
        )

    def __pow__(self, n):
        def rule(g):
            return (g * n * self.data ** (n - 1) if n else 0.0,)

        return Value(self.data**n, (self,), "pow", rule)

    def __neg__(self):
        return Value(-self.data, (self,), "neg", lambda g: (-g,))

    def __radd__(self, other):
        return wrap(other) + self

    def __rsub__(self, other):
        return wrap(other) - self

    def __rmul__(self, other):
        return wrap(other) * self

    def __rtruediv__(self, other):
        return wrap(other) / self

    # ---- functions ----
    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), "tanh", lambda g: (g * (1.0 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), "exp", lambda g: (g * e,))

    def relu(self):
        on = self.data > 0.0
        return Value(self.data if on else 0.0, (self,), "relu", lambda g: (g if on else 0.0,))

    # ---- gradients ----
    def backward(self):
        order = newest_first(self)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order:
            if node._backward is not None:
                for child, share in zip(node._prev, node._backward(node.grad)):
                    child.grad += share


def wrap(x):
    return x if isinstance(x, Value) else Value(x)


def newest_first(root):
    """All nodes below root, results before their inputs."""
    found, seen, todo = [], {root}, [root]
    while todo:
        node = todo.pop()
        found.append(node)
        for child in node._prev:
            if child not in seen:
                seen.add(child)
                todo.append(child)
    found.sort(key=lambda node: node.ticket, reverse=True)
    return found


def build_topo(v, visited, topo):
    for node in reversed(newest_first(v)):
        visited.add(node)
        topo.append(node)


def zero_grad(root):
    for node in newest_first(root):
        node.grad = 0.0
