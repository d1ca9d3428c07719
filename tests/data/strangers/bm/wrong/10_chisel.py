import math
from dataclasses import dataclass, field
from typing import Callable


@dataclass(eq=False)
class Value:
    data: float
    grad: float = field(default=0.0, compare=False)
    _prev: tuple = field(default=(), repr=False, compare=False)
    _op: str = ""
    _backward: Callable = field(default=lambda: None, repr=False, compare=False)

    def _made(self, data: float, inputs: tuple, op: str, partials: Callable) -> "Value":
        out = Value(data, 0.0, inputs, op)

        def rule():
            for node, slope in zip(inputs, partials()):
                node.grad += slope * out.grad

        out._backward = rule
        return out

    def __add__(self, other) -> "Value":
        other = node_of(other)
        return self._made(self.data + other.data, (self, other), "+", lambda: (1, 1))

    def __mul__(self, other) -> "Value":
        other = node_of(other)
        return self._made(
            self.data * other.data, (self, other), "*", lambda: (other.data, self.data)
        )

    def __pow__(self, n) -> "Value":
        def partials():
            return (n * self.data ** (n - 1) if n else 0.0,)

        return self._made(self.data**n, (self,), f"**{n}", partials)

    def __neg__(self) -> "Value":
        return self._made(-self.data, (self,), "neg", lambda: (-1,))

    def __sub__(self, other) -> "Value":
        return self + (-node_of(other))

    def __truediv__(self, other) -> "Value":
        return self * node_of(other) ** -1

    def __radd__(self, other) -> "Value":
        return node_of(other) + self

    def __rsub__(self, other) -> "Value":
        return node_of(other) - self

    def __rmul__(self, other) -> "Value":
        return node_of(other) * self

    def __rtruediv__(self, other) -> "Value":
        return node_of(other) / self

    def tanh(self) -> "Value":
        t = math.tanh(self.data)
        return self._made(t, (self,), "tanh", lambda: (1 - t * t,))

    def exp(self) -> "Value":
        e = math.exp(self.data)
        return self._made(e, (self,), "exp", lambda: (e,))

    def relu(self) -> "Value":
        r = max(0.0, self.data)
        return self._made(r, (self,), "relu", lambda: (1.0 if r > 0 else 0.0,))

    def backward(self) -> None:
        nodes: list[Value] = []
        build_topo(self, set(), nodes)
        for node in nodes:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in nodes[::-1]:
            node._backward()


def node_of(x) -> "Value":
    return x if isinstance(x, Value) else Value(x)


def build_topo(v: Value, visited: set, topo: list) -> None:
    visited.add(v)
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
            continue
        stack.append((node, True))
        for p in node._prev:
            if p not in visited:
                visited.add(p)
                stack.append((p, False))


def zero_grad(root: Value) -> None:
    nodes: list[Value] = []
    build_topo(root, set(), nodes)
    for node in nodes:
        node.grad = 0.0
