import math
from dataclasses import dataclass, field
from typing import Callable


def nothing(out):
    return None


@dataclass(eq=False, repr=False)
class Value:
    data: float
    _prev: tuple = ()
    _backward: Callable = nothing
    grad: float = field(default=0.0, init=False)

    def __repr__(self) -> str:
        return f"<{self.data} | {self.grad}>"

    def __add__(self, other):
        def rule(out):
            for term in out._prev:
                term.grad += out.grad

        other = lift(other)
        return Value(self.data + other.data, (self, other), rule)

    def __mul__(self, other):
        def rule(out):
            x, y = out._prev
            x.grad, gx = x.grad + y.data * out.grad, x.data
            y.grad += gx * out.grad

        other = lift(other)
        return Value(self.data * other.data, (self, other), rule)

    def __sub__(self, other):
        def rule(out):
            x, y = out._prev
            x.grad += out.grad
            y.grad -= out.grad

        other = lift(other)
        return Value(self.data - other.data, (self, other), rule)

    def __truediv__(self, other):
        def rule(out):
            x, y = out._prev
            share = out.grad / y.data
            x.grad += share
            y.grad -= share * out.data

        other = lift(other)
        return Value(self.data / other.data, (self, other), rule)

    def __pow__(self, n):
        def rule(out):
            (x,) = out._prev
            if x.data:
                x.grad += out.grad * n * out.data / x.data

        return Value(self.data**n, (self,), rule)

    def __neg__(self):
        return 0.0 - self

    def __radd__(self, other):
        return lift(other) + self

    def __rsub__(self, other):
        return lift(other) - self

    def __rmul__(self, other):
        return lift(other) * self

    def __rtruediv__(self, other):
        return lift(other) / self

    def tanh(self):
        def rule(out):
            out._prev[0].grad += out.grad * (1 - out.data * out.data)

        return Value(math.tanh(self.data), (self,), rule)

    def exp(self):
        def rule(out):
            out._prev[0].grad += out.grad * out.data

        return Value(math.exp(self.data), (self,), rule)

    def relu(self):
        def rule(out):
            if out.data > 0:
                out._prev[0].grad += out.grad

        return Value(self.data if self.data > 0 else 0.0, (self,), rule)

    def backward(self) -> None:
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            node._backward(node)


def lift(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    agenda = [("enter", v)]
    while agenda:
        what, node = agenda.pop()
        if what == "leave":
            topo.append(node)
        elif id(node) not in visited:
            visited.add(id(node))
            agenda.append(("leave", node))
            for child in node._prev:
                agenda.append(("enter", child))


def zero_grad(root) -> None:
    order = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
