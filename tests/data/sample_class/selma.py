import math
import sys

import torch
import matplotlib.pyplot as plt


class Value:
    """One scalar in the graph."""

    def __init__(self, data, _prev=(), _op=""):
        self.data, self.grad = data, 0.0
        self._prev, self._op = _prev, _op
        self._local = ()

    def _backward(self):
        for p, slope in zip(self._prev, self._local):
            p.grad += slope * self.grad

    def backward(self):
        print("backward from", self)
        order = []
        build_topo(self, set(), order)
        for node in order:
            if node._prev:
                node.grad = 0.0
        self.grad += 1.0
        for node in reversed(order):
            node._backward()

    def __repr__(self):
        return f"<{self._op or 'leaf'} {self.data}>"

    def __add__(self, other):
        return new("+", self, other, lambda x, y: (x + y, 1.0, 1.0))

    def __sub__(self, other):
        return new("-", self, other, lambda x, y: (x - y, 1.0, -1.0))

    def __mul__(self, other):
        return new("*", self, other, lambda x, y: (x * y, y, x))

    def __truediv__(self, other):
        return new("/", self, other, lambda x, y: (x / y, 1 / y, -x / y**2))

    def __radd__(self, other):
        return new("+", other, self, lambda x, y: (x + y, 1.0, 1.0))

    def __rsub__(self, other):
        return new("-", other, self, lambda x, y: (x - y, 1.0, -1.0))

    def __rmul__(self, other):
        return new("*", other, self, lambda x, y: (x * y, y, x))

    def __rtruediv__(self, other):
        return new("/", other, self, lambda x, y: (x / y, 1 / y, -x / y**2))

    def __neg__(self):
        return new("neg", self, None, lambda x: (-x, -1.0))

    def __pow__(self, n):
        return new("**", self, None, lambda x: (x**n, n * x ** (n - 1) if n else 0.0))

    def tanh(self):
        return new("tanh", self, None, lambda x: (math.tanh(x), 1 - math.tanh(x) ** 2))

    def exp(self):
        return new("exp", self, None, lambda x: (math.exp(x), math.exp(x)))

    def relu(self):
        return new("relu", self, None, lambda x: (x, 1.0) if x > 0 else (0.0, 0.0))


def new(op, x, y, rule):
    """Make a node from a rule that gives the value and the slopes."""
    inputs = [v if isinstance(v, Value) else Value(v) for v in (x, y) if v is not None]
    value, *slopes = rule(*(v.data for v in inputs))
    out = Value(value, inputs, op)
    out._local = slopes
    return out


def build_topo(v, visited, topo):
    stack = [(v, False)]
    while stack:
        node, ready = stack.pop()
        if ready:
            topo.append(node)
        elif node not in visited:
            visited.add(node)
            stack.append((node, True))
            stack.extend((p, False) for p in node._prev)


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0


# ----- comparison with PyTorch -----
a, b = Value(2.0), Value(3.0)
L = (a * b + 1) * (a + b)
L.backward()
ta = torch.tensor(2.0, requires_grad=True)
tb = torch.tensor(3.0, requires_grad=True)
((ta * tb + 1) * (ta + tb)).backward()
print(a.grad, ta.grad.item())
plt.bar(["mine", "torch"], [a.grad, ta.grad.item()])
plt.show()
input("press enter")
sys.exit(0)
