"""Exercise 13: a dataclass for nodes, rules by name in `match`, everything with loops."""

import math
from dataclasses import dataclass, field


@dataclass(eq=False, repr=False)
class Value:
    data: float
    _prev: tuple = ()
    _op: str = "leaf"
    _extra: float = 0.0
    grad: float = field(default=0.0, init=False)

    def __post_init__(self):
        self.data = float(self.data)

    def __repr__(self):
        return f"Value({self._op}: {self.data:.4g}, grad {self.grad:.4g})"

    def __add__(self, other):
        other = ensure(other)
        return Value(self.data + other.data, (self, other), "+")

    def __sub__(self, other):
        other = ensure(other)
        return Value(self.data - other.data, (self, other), "-")

    def __mul__(self, other):
        other = ensure(other)
        return Value(self.data * other.data, (self, other), "*")

    def __truediv__(self, other):
        other = ensure(other)
        return Value(self.data / other.data, (self, other), "/")

    def __radd__(self, other):
        return ensure(other) + self

    def __rsub__(self, other):
        return ensure(other) - self

    def __rmul__(self, other):
        return ensure(other) * self

    def __rtruediv__(self, other):
        return ensure(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), "neg")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "pow", n)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(self.data if self.data > 0 else 0.0, (self,), "relu")

    def _backward(self):
        """Hand self.grad on to the inputs."""
        g = self.grad
        match self._op:
            case "leaf":
                return
            case "+":
                shares = (g, g)
            case "-":
                shares = (g, -g)
            case "*":
                a, b = self._prev
                shares = (g * b.data, g * a.data)
            case "/":
                a, b = self._prev
                shares = (g / b.data, -g * a.data / b.data**2)
            case "neg":
                shares = (-g,)
            case "pow":
                n = self._extra
                shares = (g * n * self._prev[0].data ** (n - 1) if n != 0 else 0.0,)
            case "tanh":
                shares = (g * (1 - self.data**2),)
            case "exp":
                shares = (g * self.data,)
            case "relu":
                shares = (g if self.data > 0 else 0.0,)
        for node, share in zip(self._prev, shares):
            node.grad += share

    def backward(self):
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._op != "leaf":
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()


def ensure(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, finished = stack.pop()
        if finished:
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append((node, True))
        for source in reversed(node._prev):
            stack.append((source, False))


def zero_grad(root):
    """Clear root and go down from it, as far as there is something to clear."""
    root.grad = 0.0
    stack = [root]
    while stack:
        for source in stack.pop()._prev:
            if source.grad != 0.0:
                source.grad = 0.0
                stack.append(source)
            elif source._op == "leaf":
                source.grad = 0.0
