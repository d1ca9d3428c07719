import math
from dataclasses import dataclass, field
from typing import Callable


@dataclass(unsafe_hash=True)
class Value:
    data: float
    grad: float = field(default=0.0, compare=False)
    _prev: tuple = field(default=(), repr=False, compare=False)
    _op: str = ""
    _backward: Callable = field(default=lambda: None, repr=False, compare=False)

    def _new(self, data: float, inputs: tuple, op: str, slopes: Callable) -> "Value":
        out = Value(data, 0.0, inputs, op)

        def rule():
            for node, slope in zip(inputs, slopes()):
                node.grad += slope * out.grad

        out._backward = rule
        return out

    def __add__(self, other) -> "Value":
        other = wrapped(other)
        return self._new(self.data + other.data, (self, other), "+", lambda: (1, 1))

    def __mul__(self, other) -> "Value":
        other = wrapped(other)
        return self._new(
            self.data * other.data, (self, other), "*", lambda: (other.data, self.data)
        )

    def __pow__(self, n) -> "Value":
        def slopes():
            return (n * self.data ** (n - 1) if n else 0.0,)

        return self._new(self.data**n, (self,), f"**{n}", slopes)

    def __neg__(self) -> "Value":
        return self._new(-self.data, (self,), "neg", lambda: (-1,))

    def __sub__(self, other) -> "Value":
        return self + (-wrapped(other))

    def __truediv__(self, other) -> "Value":
        return self * wrapped(other) ** -1

    def __radd__(self, other) -> "Value":
        return wrapped(other) + self

    def __rsub__(self, other) -> "Value":
        return wrapped(other) - self

    def __rmul__(self, other) -> "Value":
        return wrapped(other) * self

    def __rtruediv__(self, other) -> "Value":
        return wrapped(other) / self

    def tanh(self) -> "Value":
        t = math.tanh(self.data)
        return self._new(t, (self,), "tanh", lambda: (1 - t * t,))

    def exp(self) -> "Value":
        e = math.exp(self.data)
        return self._new(e, (self,), "exp", lambda: (e,))

    def relu(self) -> "Value":
        r = max(0.0, self.data)
        return self._new(r, (self,), "relu", lambda: (1.0 if r > 0 else 0.0,))

    def backward(self) -> None:
        order: list[Value] = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in order[::-1]:
            node._backward()


def wrapped(x) -> "Value":
    return x if isinstance(x, Value) else Value(x)


def build_topo(v: Value, visited: set, topo: list) -> None:
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for p in node._prev:
            if p not in visited:
                stack.append((p, False))


def zero_grad(root: Value) -> None:
    order: list[Value] = []
    build_topo(root, set(), order)
    for node in order:
        node.grad = 0.0
