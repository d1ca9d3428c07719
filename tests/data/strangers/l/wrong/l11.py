import math
from collections import defaultdict


class Value:
    """The gradients of one call live in a dictionary and are handed out at the end."""

    def __init__(self, data, _prev=(), _backward=None):
        self.data = float(data)
        self.grad = 0.0
        self._prev = _prev
        self._backward = _backward

    def __repr__(self):
        return "Value(%r)" % self.data

    def __add__(self, other):
        other = make(other)
        return Value(self.data + other.data, (self, other), lambda g: (g, g))

    def __sub__(self, other):
        other = make(other)
        return Value(self.data - other.data, (self, other), lambda g: (g, -g))

    def __mul__(self, other):
        other = make(other)
        return Value(self.data * other.data, (self, other),
                     lambda g: (g * other.data, g * self.data))

    def __truediv__(self, other):
        other = make(other)
        return Value(self.data / other.data, (self, other),
                     lambda g: (g / other.data, -g * self.data / other.data ** 2))

    def __radd__(self, other):
        return make(other) + self

    def __rsub__(self, other):
        return make(other) - self

    def __rmul__(self, other):
        return make(other) * self

    def __rtruediv__(self, other):
        return make(other) / self

    def __neg__(self):
        return Value(-self.data, (self,), lambda g: (-g,))

    def __pow__(self, n):
        def rule(g):
            if n == 0:
                return (0.0,)
            return (g * n * self.data ** (n - 1),)
        return Value(self.data ** n, (self,), rule)

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), lambda g: (g * (1 - t * t),))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), lambda g: (g * e,))

    def relu(self):
        if self.data > 0:
            return Value(self.data, (self,), lambda g: (g,))
        return Value(0.0, (self,), lambda g: (0.0,))

    def backward(self):
        topo = []
        build_topo(self, set(), topo)
        grads = defaultdict(float)
        grads[self] = 1.0
        for node in reversed(topo):
            if node._backward is None:
                continue
            for child, part in zip(node._prev, node._backward(grads[node])):
                grads[child] += part
        for node, g in grads.items():
            node.grad = g


def make(x):
    return x if isinstance(x, Value) else Value(x)


def build_topo(v, visited, topo):
    stack = [("enter", v)]
    while stack:
        action, node = stack.pop()
        if action == "leave":
            topo.append(node)
            continue
        if node in visited:
            continue
        visited.add(node)
        stack.append(("leave", node))
        for child in node._prev:
            stack.append(("enter", child))


def zero_grad(root):
    topo = []
    build_topo(root, set(), topo)
    for node in topo:
        node.grad = 0.0
