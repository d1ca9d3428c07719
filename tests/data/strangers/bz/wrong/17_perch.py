"""Exercise 13 - scalar autograd, with a name for every node.

The names are handed out in the order of creation, so that a listing of a graph
(`print_graph`) reads from top to bottom, and `backward` simply goes through the names from
the last to the first.
"""

import math
from dataclasses import dataclass, field
from itertools import count

_numbers = count()


def next_name():
    return f"n{next(_numbers):04d}"


def no_rule():
    pass


@dataclass(eq=False)
class Value:
    data: float
    _prev: tuple = ()
    _op: str = ""
    grad: float = field(default=0.0, init=False)
    name: str = field(default_factory=next_name, init=False)

    def __post_init__(self):
        self.data = float(self.data)
        self._backward = no_rule

    # ---------------------------------------------------------------- operators

    def __add__(self, other):
        other = lift(other)
        out = Value(self.data + other.data, (self, other), "+")

        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = rule
        return out

    def __mul__(self, other):
        other = lift(other)
        out = Value(self.data * other.data, (self, other), "*")

        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = rule
        return out

    def __pow__(self, n):
        out = Value(self.data**n, (self,), f"**{n}")

        def rule():
            if n != 0:
                self.grad += n * self.data ** (n - 1) * out.grad

        out._backward = rule
        return out

    def __truediv__(self, other):
        other = lift(other)
        out = Value(self.data / other.data, (self, other), "/")

        def rule():
            self.grad += out.grad / other.data
            other.grad -= out.grad * out.data / other.data

        out._backward = rule
        return out

    def __neg__(self):
        out = Value(-self.data, (self,), "neg")

        def rule():
            self.grad -= out.grad

        out._backward = rule
        return out

    def __sub__(self, other):
        return self + (-lift(other))

    def __rsub__(self, other):
        return lift(other) + (-self)

    def __rtruediv__(self, other):
        return lift(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    # ---------------------------------------------------------------- functions

    def tanh(self):
        out = Value(math.tanh(self.data), (self,), "tanh")

        def rule():
            self.grad += (1.0 - out.data**2) * out.grad

        out._backward = rule
        return out

    def exp(self):
        out = Value(math.exp(self.data), (self,), "exp")

        def rule():
            self.grad += out.data * out.grad

        out._backward = rule
        return out

    def relu(self):
        out = Value(max(self.data, 0.0), (self,), "relu")

        def rule():
            if self.data > 0:
                self.grad += out.grad

        out._backward = rule
        return out

    # ---------------------------------------------------------------- backward

    def backward(self):
        order = build_topo(self, set(), [])
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def lift(number):
    if isinstance(number, Value):
        return number
    return Value(number)


def reachable(root, visited):
    """Every node that can be reached from `root`, in no special order."""
    found, todo = [], [root]
    while todo:
        node = todo.pop()
        if id(node) in visited:
            continue
        visited.add(id(node))
        found.append(node)
        todo.extend(node._prev)
    return found


def build_topo(v, visited, topo):
    """An input always has been made before what uses it: sort by creation."""
    topo.extend(sorted(reachable(v, visited), key=lambda node: node.name))
    return topo


def zero_grad(root):
    for node in reachable(root, set()):
        node.grad = 0.0


def print_graph(root):
    for node in build_topo(root, set(), []):
        inputs = " ".join(p.name for p in node._prev)
        print(f"{node.name} {node._op or 'leaf':<6} {node.data:>12.6g} {node.grad:>12.6g}  {inputs}")


if __name__ == "__main__":
    a, b, c = Value(2.0), Value(3.0), Value(1.0)
    L = (a * b + c) * (a + b)
    L.backward()
    print_graph(L)
    L.backward()
    print(a.grad, b.grad, c.grad, "expected 44 34 10")
