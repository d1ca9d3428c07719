import math
from dataclasses import dataclass, field
from typing import Callable


@dataclass(eq=False)
class Value:
    """One number, its gradient, and how it was made."""

    data: float
    _prev: tuple = field(default=(), repr=False)
    _op: str = ""
    grad: float = 0.0
    _backward: Callable = field(default=lambda: None, repr=False)

    def __post_init__(self):
        self.data = float(self.data)

    @staticmethod
    def of(x):
        return x if isinstance(x, Value) else Value(x)

    def __add__(self, other):
        other = Value.of(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = Value.of(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            self.grad += out.grad * other.data
            other.grad += out.grad * self.data

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def rule():
            slope = n * self.data ** (n - 1) if n != 0 else 0.0
            self.grad += out.grad * slope

        out._backward = rule
        return out

    # The other operators follow from these three.

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -Value.of(other)

    def __truediv__(self, other):
        return self * Value.of(other) ** -1

    def __radd__(self, other):
        return Value.of(other) + self

    def __rmul__(self, other):
        return Value.of(other) * self

    def __rsub__(self, other):
        return Value.of(other) - self

    def __rtruediv__(self, other):
        return Value.of(other) / self

    def _function(self, name, result, slope):
        out = Value(result, (self,), name)

        def rule():
            self.grad += out.grad * slope

        out._backward = rule
        return out

    def tanh(self):
        t = math.tanh(self.data)
        return self._function("tanh", t, 1.0 - t * t)

    def exp(self):
        e = math.exp(self.data)
        return self._function("exp", e, e)

    def relu(self):
        if self.data > 0.0:
            return self._function("relu", self.data, 1.0)
        return self._function("relu", 0.0, 0.0)

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def build_topo(v, visited, topo):
    if v in visited:
        return
    visited.add(v)
    stack = [(v, 0)]
    while stack:
        node, position = stack.pop()
        if position == len(node._prev):
            topo.append(node)
            continue
        stack.append((node, position + 1))
        child = node._prev[position]
        if child not in visited:
            visited.add(child)
            stack.append((child, 0))


def reachable(root, seen=set()):
    """Every node below `root`, in no order that matters."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            yield node
            waiting.extend(node._prev)


def zero_grad(root):
    for node in reachable(root):
        node.grad = 0.0
