import math
from dataclasses import dataclass, field


@dataclass(eq=False)
class Value:
    data: float
    _prev: tuple = field(default=(), hash=False, repr=False)
    _op: str = ""
    grad: float = field(default=0.0, init=False, compare=False)

    def __post_init__(self):
        self.data = float(self.data)
        self._prev = tuple(self._prev)

    def _backward(self):
        """A leaf passes nothing on."""

    def __add__(self, other):
        other = number(other)
        return Step(self.data + other.data, (self, other), "add", (1.0, 1.0))

    def __mul__(self, other):
        other = number(other)
        return Step(self.data * other.data, (self, other), "mul", (other.data, self.data))

    def __sub__(self, other):
        other = number(other)
        return Step(self.data - other.data, (self, other), "sub", (1.0, -1.0))

    def __truediv__(self, other):
        other = number(other)
        q = self.data / other.data
        return Step(q, (self, other), "div", (1.0 / other.data, -q / other.data))

    def __neg__(self):
        return Step(-self.data, (self,), "neg", (-1.0,))

    def __pow__(self, n):
        slope = n * self.data ** (n - 1) if n else 0.0
        return Step(self.data**n, (self,), "pow", (slope,))

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other):
        return number(other) - self

    def __rtruediv__(self, other):
        return number(other) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Step(t, (self,), "tanh", (1.0 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Step(e, (self,), "exp", (e,))

    def relu(self):
        on = self.data > 0.0
        return Step(self.data if on else 0.0, (self,), "relu", (1.0 if on else 0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if isinstance(node, Step):
                node.grad = 0.0
        self.grad += 1.0
        while topo:
            topo.pop()._backward()


@dataclass(unsafe_hash=True)
class Step(Value):
    """A node that an operation has made, with the slope towards each input."""

    slopes: tuple = field(default=(), repr=False)

    def _backward(self):
        for node, slope in zip(self._prev, self.slopes):
            node.grad += slope * self.grad


def number(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [v]
    finished = set()
    while stack:
        node = stack[-1]
        if node not in visited:
            visited.add(node)
            stack.extend(child for child in node._prev if child not in visited)
        else:
            stack.pop()
            if node not in finished:
                finished.add(node)
                topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
