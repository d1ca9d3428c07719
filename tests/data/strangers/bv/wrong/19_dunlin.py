import math
from dataclasses import dataclass, field
from typing import Callable


def nothing() -> None:
    return None


@dataclass(unsafe_hash=True)
class Value:
    data: float
    _prev: tuple = field(default=(), repr=False, compare=False)
    op: str = ""
    grad: float = field(default=0.0, compare=False)
    _backward: Callable = field(default=nothing, repr=False, compare=False)

    # ---- arithmetic ----

    def __add__(self, other):
        other = lift(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            give(self, out.grad)
            give(other, out.grad)

        out._backward = rule
        return out

    def __mul__(self, other):
        other = lift(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            give(self, out.grad * other.data)
            give(other, out.grad * self.data)

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = lift(other)
        out = Value(self.data / other.data, (self, other), "/")

        def rule():
            give(self, out.grad / other.data)
            give(other, -out.grad * self.data / other.data**2)

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), "**")

        def rule():
            if n:
                give(self, out.grad * n * self.data ** (n - 1))

        out._backward = rule
        return out

    def __neg__(self):
        return self.unary("neg", -self.data, -1.0)

    def __sub__(self, other):
        return self + -lift(other)

    def __rsub__(self, other):
        return lift(other) - self

    def __radd__(self, other):
        return lift(other) + self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    # ---- functions ----

    def unary(self, name, value, slope):
        out = Value(value, (self,), name)
        out._backward = lambda: give(self, slope * out.grad)
        return out

    def tanh(self):
        t = math.tanh(self.data)
        return self.unary("tanh", t, 1 - t**2)

    def exp(self):
        e = math.exp(self.data)
        return self.unary("exp", e, e)

    def relu(self):
        on = self.data > 0
        return self.unary("relu", self.data if on else 0.0, 1.0 if on else 0.0)

    def backward(self) -> None:
        order: list[Value] = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        give(self, 1.0)
        while order:
            order.pop()._backward()


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def give(node: Value, amount: float) -> None:
    node.grad += amount


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, inputs_done = stack.pop()
        if inputs_done:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    order: list[Value] = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
