import math
from dataclasses import dataclass, field


@dataclass(unsafe_hash=True)
class Value:
    data: float
    _prev: tuple = field(default=(), repr=False, compare=False)
    op: str = field(default="", compare=False)
    n: float = field(default=0, repr=False, compare=False)
    grad: float = field(default=0.0, compare=False)

    def __add__(self, other):
        other = _(other)
        return Value(self.data + other.data, (self, other), "+")

    def __mul__(self, other):
        other = _(other)
        return Value(self.data * other.data, (self, other), "*")

    def __pow__(self, n):
        return Value(self.data**n, (self,), "**", n)

    def __neg__(self):
        return Value(-self.data, (self,), "-")

    def __sub__(self, other):
        return self + -_(other)

    def __truediv__(self, other):
        return self * _(other) ** -1

    def __radd__(self, other):
        return _(other) + self

    def __rsub__(self, other):
        return _(other) - self

    def __rmul__(self, other):
        return _(other) * self

    def __rtruediv__(self, other):
        return _(other) / self

    def tanh(self):
        return Value(math.tanh(self.data), (self,), "tanh")

    def exp(self):
        return Value(math.exp(self.data), (self,), "exp")

    def relu(self):
        return Value(max(0.0, self.data), (self,), "relu")

    def _backward(self):
        if self.op == "+":
            slopes = [1.0, 1.0]
        elif self.op == "*":
            slopes = [p.data for p in reversed(self._prev)]
        elif self.op == "-":
            slopes = [-1.0]
        elif self.op == "**":
            x = self._prev[0].data
            slopes = [self.n * x ** (self.n - 1) if self.n else 0.0]
        elif self.op == "tanh":
            slopes = [1 - self.data**2]
        elif self.op == "exp":
            slopes = [self.data]
        elif self.op == "relu":
            slopes = [1.0 if self.data > 0 else 0.0]
        else:
            slopes = []
        for p, slope in zip(self._prev, slopes):
            p.grad += slope * self.grad

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        for node in topo:
            if node.op:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(topo):
            node._backward()


def _(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [(v, 0)]
    while stack:
        node, i = stack.pop()
        if i == 0 and node in visited:
            continue
        visited.add(node)
        if i < len(node._prev):
            stack.append((node, i + 1))
            stack.append((node._prev[i], 0))
        else:
            topo.append(node)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
